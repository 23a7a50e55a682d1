import { CREDENTIALS_MAX, UploadType, type ApplicationForm } from '@lectern/marketplace-contract';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { FilePicker } from './file-picker.js';

type Credentials = ApplicationForm['credentials'];

export interface CredentialsFieldProps {
  readonly credentials: Credentials;
  readonly urls: Readonly<Record<string, string>>;
  readonly onUploaded: (file: { readonly key: string; readonly url: string }) => void;
  readonly onChange: (credentials: Credentials) => void;
}

/** Degrees, licences and prizes, each with an optional image. */
export function CredentialsField({ credentials, urls, onUploaded, onChange }: CredentialsFieldProps): ReactElement {
  const t = useText();
  const put = (index: number, change: Partial<Credentials[number]>): void =>
    onChange(credentials.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <fieldset aria-label={t('mentor.credentials')} className="min-w-0 grid gap-4">
      <div>
        <p className="text-sm font-medium">{t('mentor.credentials')}</p>
        <p className="text-sm text-ink-soft">{t('mentor.credentials.hint')}</p>
      </div>
      {credentials.map(({ title, key }, index) => (
        // Two may be called the same while they are typed.
        <div key={`credential-${index}`} className="grid gap-3 rounded-xl border border-line p-4">
          <TextField
            label={t('mentor.credential.title')}
            value={title}
            maxLength={80}
            onChange={(event) => put(index, { title: event.target.value })}
          />
          {key !== '' && urls[key] !== undefined && (
            <img src={urls[key]} alt={title} className="max-h-40 rounded-lg border border-line object-contain" />
          )}
          <div className="flex flex-wrap items-start gap-2">
            <FilePicker
              type={UploadType.Document}
              label={t(key === '' ? 'mentor.credential.picture' : 'mentor.credential.otherPicture')}
              onUploaded={(file) => {
                onUploaded(file);
                put(index, { key: file.key });
              }}
            />
            <Button look="quiet" onClick={() => onChange(credentials.filter((_, at) => at !== index))}>
              <Trash2 aria-hidden className="size-5" />
              {t('mentor.credential.remove')}
            </Button>
          </div>
        </div>
      ))}
      {credentials.length < CREDENTIALS_MAX && (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() => onChange([...credentials, { title: '', key: '' }])}
        >
          <Plus aria-hidden className="size-5" />
          {t('mentor.credential.add')}
        </Button>
      )}
    </fieldset>
  );
}
