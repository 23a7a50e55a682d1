import { replace } from 'react-router';
import { UserType } from '@lectern/marketplace-contract';
import type { ApiQueryClient } from '../api/query-client.js';
import { memberQuery } from '../features/session/index.js';
import { textOf } from '../i18n/use-text.js';
import { toastErrorOnNextPage } from '../ui/toast.js';
import { readKey } from '../lib/member-keys.js';
import { loginPath } from '../lib/login-path.js';
import type { Role, RouteEntry } from '../lib/site-map.js';
import { accessOf } from './access.js';

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
