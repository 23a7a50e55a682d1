import { UploadType } from '@lectern/marketplace-contract';
import { Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { FilePicker } from './file-picker.js';

export interface ClipFieldProps {
  /** URL of the clip; empty if there is none. */
  readonly url: string;
  readonly isDisabled?: boolean;
  readonly onChange: (clip: { readonly key: string; readonly url: string }) => void;
}

/** The introductory video: under 50 MB, under 5 minutes. */
export function ClipField({ url, isDisabled = false, onChange }: ClipFieldProps): ReactElement {
  const t = useText();
  return (
    <fieldset aria-label={t('mentor.clip')} className="min-w-0 grid gap-3">
      <div>
        <p className="text-sm font-medium">{t('mentor.clip')}</p>
        <p className="text-sm text-ink-soft">{t('mentor.clip.hint')}</p>
      </div>
      {url !== '' && (
        <video
          key={url}
          src={url}
          controls
          preload="metadata"
          aria-label={t('mentor.clip')}
          className="aspect-video w-full max-w-md rounded-xl bg-black"
        />
      )}
      <div className="flex flex-wrap items-start gap-2">
        <FilePicker
          type={UploadType.Clip}
          label={t(url === '' ? 'mentor.clip.add' : 'mentor.clip.replace')}
          isDisabled={isDisabled}
          onUploaded={onChange}
        />
        {url !== '' && (
          <Button look="quiet" disabled={isDisabled} onClick={() => onChange({ key: '', url: '' })}>
            <Trash2 aria-hidden className="size-5" />
            {t('mentor.clip.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
