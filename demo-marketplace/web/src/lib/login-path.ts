import { paths, type RoutePath } from './site-map.js';

/** The login page, which leads back to `target` afterwards. */
export const loginPath = (target: string): string =>
  `${paths.login}?${new URLSearchParams({ redirect: target }).toString()}`;

/** Pages of the login flow, to which a login does not lead back. */
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

/** The login page for a redirect from another page. From a login page, its own target is passed on. */
export function loginPathFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  if (!ENTRY_PATHS.has(pathname)) return loginPath(pathname + search);
  const target = new URLSearchParams(search).get('redirect');
  return target === null ? paths.login : loginPath(target);
}
