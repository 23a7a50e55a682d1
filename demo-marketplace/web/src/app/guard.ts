import { replace } from 'react-router';
import { session } from '../features/session/lib/session.js';
import { textOf } from '../i18n/use-text.js';
import { toastErrorOnNextPage } from '../ui/toast.js';
import { paths, type RouteEntry } from './routes.js';

/** The login page, which leads back to `target` afterwards. */
export const loginPath = (target: string): string =>
  `${paths.login}?${new URLSearchParams({ redirect: target }).toString()}`;

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
