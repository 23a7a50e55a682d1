import { ImagePlus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { IMAGE_TYPES, useImageUpload } from '../../../lib/use-image-upload.js';
import { Spinner } from '../../../ui/spinner.js';

export interface Picture {
  readonly key: string;
  /** Where it can be seen. */
  readonly url: string;
}

export interface PictureFieldProps {
  readonly pictures: readonly Picture[];
  readonly max: number;
  readonly onChange: (pictures: readonly Picture[]) => void;
}

/** Images attached to a text; each is uploaded as soon as it is chosen. */
export function PictureField({ pictures, max, onChange }: PictureFieldProps): ReactElement {
  const t = useText();
  const { isBusy, problem, take } = useImageUpload(({ key, url }) => onChange([...pictures, { key, url }]));

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('picture.title', { max })}</legend>
      <ul className="flex flex-wrap gap-2">
        {pictures.map(({ key, url }, index) => (
          <li key={key} className="relative">
            <img
              src={url}
              alt={t('picture.nth', { index: index + 1 })}
              className="size-20 rounded-xl border border-line object-cover"
            />
            <button
              type="button"
              aria-label={t('picture.remove', { index: index + 1 })}
              onClick={() => onChange(pictures.filter((one) => one.key !== key))}
              className="absolute -top-2 -right-2 grid size-8 place-items-center rounded-full border border-line bg-surface text-ink-soft hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
        {pictures.length < max && (
          <li>
            <label className="grid size-20 cursor-pointer place-items-center rounded-xl border border-dashed border-line-strong text-ink-soft outline-offset-2 outline-(--ring) hover:text-ink has-focus-visible:outline-2">
              {isBusy ? <Spinner /> : <ImagePlus aria-hidden className="size-6" />}
              <span className="sr-only">{t('picture.add')}</span>
              <input
                type="file"
                accept={IMAGE_TYPES}
                disabled={isBusy}
                className="sr-only"
                onChange={({ currentTarget }) => {
                  const file = currentTarget.files?.[0];
                  currentTarget.value = '';
                  if (file) void take(file);
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
