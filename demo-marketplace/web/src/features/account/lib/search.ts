import { internalPath } from '@lectern/marketplace-contract';

const LOGIN = '/login';

/** The page after a login: the internal path in the address, unless it is a login page; else the home page. */
export function redirectTarget(search: string): string {
  const target = internalPath(new URLSearchParams(search).get('redirect'));
  return target === undefined || target.split(/[?#]/)[0] === LOGIN ? '/' : target;
}

/** The address of another page of the login flow, with the same redirect target. */
export function onTheWayIn(path: string, search: string, more: Readonly<Record<string, string>> = {}): string {
  const target = new URLSearchParams(search).get('redirect');
  const query = new URLSearchParams({ ...more, ...(target !== null && { redirect: target }) }).toString();
  return query === '' ? path : `${path}?${query}`;
}
