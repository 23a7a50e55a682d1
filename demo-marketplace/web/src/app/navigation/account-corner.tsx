import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { useMember, useToken } from '../../features/session/index.js';
import { useText } from '../../i18n/use-text.js';
import { Skeleton } from '../../ui/skeleton.js';
import { loginPath } from '../../lib/login-path.js';
import { paths } from '../../lib/site-map.js';
import { AccountButton } from './account-button.js';

/** The links to log in, or the menu of the logged-in member. */
export function AccountCorner(): ReactElement {
  const t = useText();
  const { pathname, search } = useLocation();
  const isLoggedIn = useToken() !== undefined;
  const { member } = useMember();
  if (isLoggedIn) {
    return member === undefined ? (
      <Skeleton className="mx-1 size-9 rounded-full!" />
    ) : (
      <AccountButton member={member} />
    );
  }
  // The login leads back to the page it was opened from, except for the home and the login pages.
  const isOnTheWayIn = pathname === paths.home || LOGIN_PAGES.test(pathname);
  return (
    <>
      <Link
        to={isOnTheWayIn ? paths.login : loginPath(pathname + search)}
        className="inline-flex min-h-11 items-center rounded-xl px-3 font-medium whitespace-nowrap text-ink hover:bg-sunken"
      >
        {t('nav.login')}
      </Link>
      <Link
        to={paths.register}
        className="hidden min-h-11 items-center rounded-xl bg-accent px-4 font-medium whitespace-nowrap text-on-accent hover:bg-accent-strong sm:inline-flex"
      >
        {t('nav.register')}
      </Link>
    </>
  );
}

const LOGIN_PAGES = /^\/(login|(email|tel|qiye)-login|(forget-pwd|qiye-forget)|(user|qiye)-zhuce)$/;
