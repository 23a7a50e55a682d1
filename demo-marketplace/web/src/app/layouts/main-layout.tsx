import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { TopNavigation } from '../navigation/top-navigation.js';
import { RoleGate } from '../role-gate.js';
import { Footer } from './footer.js';

/** Top navigation above, screen below, and the footer. */
export function MainLayout(): ReactElement {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2 focus:shadow-card"
      >
        {t('app.skip')}
      </a>
      <TopNavigation />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-7xl grow flex-col px-4 pb-12 outline-none sm:px-6"
      >
        <RoleGate>
          <Outlet />
        </RoleGate>
      </main>
      <Footer />
    </div>
  );
}
