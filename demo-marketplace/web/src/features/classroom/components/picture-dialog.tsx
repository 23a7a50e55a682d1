import { Download } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

export interface PictureDialogProps {
  /** `data:` URL. */
  readonly url: string;
  /** Name of the member whose camera took the image. */
  readonly name: string;
  readonly onClose: () => void;
}

/** An image that was captured with another member's camera. */
export function PictureDialog({ url, name, onClose }: PictureDialogProps): ReactElement {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = t('room.control.picture', { name });

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto max-w-[min(60rem,calc(100vw-2rem))] rounded-2xl border border-line-strong bg-surface p-4 text-ink backdrop:bg-black/70"
    >
      <h2 className="font-medium">{title}</h2>
      <img src={url} alt={title} className="mt-3 max-h-[70dvh] w-full rounded-xl object-contain" />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <button
          type="button"
          onClick={onClose}
          className="min-h-11 rounded-xl border border-line-strong px-5 py-2 font-medium hover:bg-white/10"
        >
          {t('room.control.picture.close')}
        </button>
        <a
          href={url}
          download={`${name}.jpg`}
          className="inline-flex min-h-11 items-center gap-2 rounded-xl bg-accent px-5 py-2 font-medium text-on-accent hover:bg-accent-strong"
        >
          <Download aria-hidden className="size-4" />
          {t('room.control.picture.save')}
        </a>
      </div>
    </dialog>
  );
}
