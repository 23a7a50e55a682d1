import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Button } from './button.js';

/** Something could not be loaded; why, and another try. */
export function Failed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }): ReactElement {
  const t = useText();
  return (
    <div role="alert" className="flex flex-col items-center rounded-2xl border border-line px-4 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-2xl bg-danger-tint text-danger">
        <CircleAlert aria-hidden className="size-6" />
      </span>
      <h2 className="mt-4 text-lg font-semibold">{t('ui.failed.title')}</h2>
      <p className="mt-1 max-w-prose text-ink-soft">{text}</p>
      <Button look="quiet" className="mt-6" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
