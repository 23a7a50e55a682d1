import { UploadType } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useMember } from '../../session/index.js';
import { Avatar } from '../../../ui/avatar.js';
import { FilePicker } from './file-picker.js';

/** A photo of the applicant, for who checks the application. */
export function PhotoField({
  url,
  onChange,
}: {
  readonly url: string;
  readonly onChange: (file: { readonly key: string; readonly url: string }) => void;
}): ReactElement {
  const t = useText();
  const { member } = useMember();
  return (
    <fieldset aria-label={t('mentor.photo')} className="min-w-0 flex flex-wrap items-center gap-4">
      <Avatar name={member?.name ?? ''} picture={url} className="size-20 text-2xl" />
      <div className="grid gap-2">
        <p className="text-sm font-medium">{t('mentor.photo')}</p>
        <FilePicker
          type={UploadType.Document}
          label={t(url === '' ? 'mentor.photo.add' : 'mentor.photo.replace')}
          onUploaded={onChange}
        />
      </div>
    </fieldset>
  );
}
