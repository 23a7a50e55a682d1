import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import { useText } from '../i18n/use-text.js';
import { Header } from './header.js';

/** Header above, page below. */
export function PageLayout(): ReactElement {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        {t('app.skip')}
      </a>
      <Header />
      <main id="main" className="mx-auto flex w-full max-w-6xl grow flex-col px-4 pb-12 sm:px-6">
        <Outlet />
      </main>
    </div>
  );
}
