import { internalPath } from '@lectern/marketplace-contract';

const LOGIN = '/login';

/** Where a login leads: to what its address names, if that is ours and no login page again; else to the start page. */
export function redirectTarget(search: string): string {
  const target = internalPath(new URLSearchParams(search).get('redirect'));
  return target === undefined || target.split(/[?#]/)[0] === LOGIN ? '/' : target;
}

/** The address of another page on the way in; the target goes with it. */
export function onTheWayIn(path: string, search: string, more: Readonly<Record<string, string>> = {}): string {
  const target = new URLSearchParams(search).get('redirect');
  const query = new URLSearchParams({ ...more, ...(target !== null && { redirect: target }) }).toString();
  return query === '' ? path : `${path}?${query}`;
}
