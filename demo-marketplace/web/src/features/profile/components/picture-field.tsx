import { updateProfile, UPLOAD_RULES, UploadType, type MemberProfile } from '@lectern/marketplace-contract';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { fileProblem, uploadFile } from '../../../lib/upload-file.js';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { toastDone } from '../../../ui/toast.js';
import { renewMember } from '../../session/index.js';
import { CropDialog } from './crop-dialog.js';

const TYPE = UploadType.Image;

export interface PictureFieldProps {
  readonly profile: MemberProfile;
  readonly onSaved: (profile: MemberProfile) => void;
}

/** The profile image of the member, which can be replaced, cropped and removed. */
export function PictureField({ profile, onSaved }: PictureFieldProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const wrong = fileProblem(TYPE, file);
    if (wrong !== undefined) return setProblem(t(`problem.${wrong}`));
    setProblem(undefined);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      // The file has the media type of an image but cannot be decoded.
      setProblem(t('problem.wrong-type'));
    }
  };
  const save = async (headimg: () => Promise<string>): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      onSaved(await callApi(updateProfile, { headimg: await headimg() }, { locale }));
      toastDone(t('profile.saved'));
      // The frame shows it as well.
      await renewMember(client);
    } catch (error) {
      setProblem(failureText(error, t));
    } finally {
      setPicture(undefined);
      setIsBusy(false);
    }
  };
  const send = (cut: Blob): Promise<void> =>
    save(async () => {
      const file = new File([cut], 'picture.jpg', { type: cut.type });
      return (await uploadFile(TYPE, file, { locale, signal: new AbortController().signal })).key;
    });

  return (
    <Section title={t('profile.picture')}>
      <div className="flex items-center gap-5">
        <Avatar name={profile.name} picture={profile.headimg} className="size-20 text-2xl" />
        <div className="flex min-w-0 flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            aria-label={t('profile.picture.choose')}
            accept={UPLOAD_RULES[TYPE].mimes.join(',')}
            className="hidden"
            onChange={({ target }) => {
              void open(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          <Button look="quiet" disabled={isBusy} onClick={() => input.current?.click()}>
            <ImageUp aria-hidden className="size-5" />
            {t('profile.picture.choose')}
          </Button>
          {profile.headimg !== '' && (
            <Button look="quiet" disabled={isBusy} onClick={() => void save(() => Promise.resolve(''))}>
              <Trash2 aria-hidden className="size-5" />
              {t('profile.picture.remove')}
            </Button>
          )}
        </div>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <CropDialog
        picture={picture}
        isBusy={isBusy}
        onDone={(cut) => void send(cut)}
        onClose={() => setPicture(undefined)}
      />
    </Section>
  );
}
