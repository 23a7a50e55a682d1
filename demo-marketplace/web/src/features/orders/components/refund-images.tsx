import { REFUND_IMAGES_MAX, UploadType } from '@lectern/marketplace-contract';
import { ImagePlus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { IMAGE_TYPES, useImageUpload } from '../../../lib/use-image-upload.js';
import { Spinner } from '../../../ui/spinner.js';

export interface RefundImage {
  readonly key: string;
  readonly name: string;
}

export interface RefundImagesProps {
  readonly images: readonly RefundImage[];
  readonly onChange: (images: readonly RefundImage[]) => void;
}

/** Images that support a refund request; each is uploaded as soon as it is chosen. */
export function RefundImages({ images, onChange }: RefundImagesProps): ReactElement {
  const t = useText();
  const { isBusy, problem, take } = useImageUpload(
    ({ key, name }) => onChange([...images, { key, name }]),
    UploadType.Document,
  );

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('orders.refund.images')}</legend>
      <ul className="grid gap-2 empty:hidden">
        {images.map(({ key, name }) => (
          <li key={key} className="flex items-center gap-3 rounded-xl border border-line py-1 pr-1 pl-4">
            <span className="min-w-0 grow truncate">{name}</span>
            <button
              type="button"
              aria-label={t('orders.refund.removeImage', { name })}
              className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
              onClick={() => onChange(images.filter((one) => one.key !== key))}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {images.length < REFUND_IMAGES_MAX && (
        <label className="flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-xl border border-dashed border-line-strong px-4 text-ink-soft outline-offset-2 outline-(--ring) hover:text-ink has-focus-visible:outline-2">
          {isBusy ? <Spinner /> : <ImagePlus aria-hidden className="size-5" />}
          {t('orders.refund.addImage', { max: REFUND_IMAGES_MAX })}
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
      )}
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
