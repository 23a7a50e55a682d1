import { replace } from 'react-router';
import { session } from '../features/session/lib/session.js';
import { textOf } from '../i18n/use-text.js';
import { toastErrorOnNextPage } from '../ui/toast.js';
import { paths, type RouteEntry, type RoutePath } from './routes.js';

/** The login page, which leads back to `target` afterwards. */
export const loginPath = (target: string): string =>
  `${paths.login}?${new URLSearchParams({ redirect: target }).toString()}`;

/** Pages on the way in: nobody wants to come back to them once logged in. */
const ENTRY_PATHS: ReadonlySet<string> = new Set<RoutePath>([
  '/login',
  '/email-login',
  '/tel-login',
  '/forget-pwd',
  '/user-zhuce',
  '/qiye-login',
  '/qiye-zhuce',
  '/qiye-forget',
]);

/** The login page for who is sent there from a page; a page on the way in hands on where it would have led. */
export function loginPathFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  if (!ENTRY_PATHS.has(pathname)) return loginPath(pathname + search);
  const target = new URLSearchParams(search).get('redirect');
  return target === null ? paths.login : loginPath(target);
}

/** Public, or somebody is logged in (specification §2). */
export const isAllowed = (entry: Pick<RouteEntry, 'isPublic'>, token: string | undefined): boolean =>
  entry.isPublic || (token !== undefined && token !== '');

/** Before each navigation. @throws a redirection to the login page, in place of the address that was asked for */
export function guard(entry: RouteEntry, request: Request): null {
  if (isAllowed(entry, session.token)) return null;
  toastErrorOnNextPage(textOf('guard.register'));
  const { pathname, search } = new URL(request.url);
  throw replace(loginPath(pathname + search));
}
