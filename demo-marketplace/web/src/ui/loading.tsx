import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Spinner } from './spinner.js';

/** While a page's code is on its way. */
export function Loading(): ReactElement {
  const t = useText();
  return (
    <output className="flex min-h-dvh items-center justify-center gap-3 text-ink-soft">
      <Spinner />
      {t('app.loading')}
    </output>
  );
}
