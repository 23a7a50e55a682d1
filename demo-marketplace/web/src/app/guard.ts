import { replace } from 'react-router';
import { UserType } from '@lectern/marketplace-contract';
import type { ApiQueryClient } from '../api/query-client.js';
import { memberQuery } from '../features/session/api/member.js';
import { textOf } from '../i18n/use-text.js';
import { toastErrorOnNextPage } from '../ui/toast.js';
import { readKey } from '../lib/member-keys.js';
import { paths, type Role, type RouteEntry, type RoutePath } from '../lib/site-map.js';
import { accessOf } from './access.js';

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

/** Returns true if the route is public or a login exists (specification §2). */
export const isAllowed = (entry: Pick<RouteEntry, 'isPublic'>, token: string | undefined): boolean =>
  entry.isPublic || (token !== undefined && token !== '');

/** Runs before each navigation. @throws a redirection to the login page, if the route needs a login */
export function guard(entry: RouteEntry, client: ApiQueryClient, request: Request): void {
  if (isAllowed(entry, client.token())) return;
  toastErrorOnNextPage(textOf('guard.register'));
  const { pathname, search } = new URL(request.url);
  throw replace(loginPath(pathname + search));
}

/** The role that the browser stores for the logged-in member (specification §3). */
const KEPT_ROLES: Readonly<Record<string, Role>> = {
  [UserType.Learner]: 'learner',
  [UserType.Mentor]: 'mentor',
  [UserType.Enterprise]: 'enterprise',
};

/**
 * Returns true if the page will be shown, as far as known before member info arrives, so that its queries may start.
 */
export function isForCaller(entry: RouteEntry, client: ApiQueryClient): boolean {
  if (entry.isPublic) return true;
  const member = client.getQueryData(memberQuery().queryKey);
  if (member !== undefined) return accessOf(entry, member).kind === 'granted';
  const role = KEPT_ROLES[readKey('usertype') ?? ''];
  return entry.needs === undefined && (entry.roles === undefined || (role !== undefined && entry.roles.includes(role)));
}
