import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Spinner } from './spinner.js';

/** Shown while a page's code is loading. */
export function Loading(): ReactElement {
  const t = useText();
  return (
    <output className="flex min-h-dvh items-center justify-center gap-3 text-ink-soft">
      <Spinner />
      {t('app.loading')}
    </output>
  );
}
