import type { QueryObserver } from '@tanstack/react-query';
import type { ApiQueryClient } from './query-client.js';

/** Time within which a page takes the answer that was fetched beside its code, in milliseconds. */
const HELD_MS = 10_000;

const held = new WeakSet<object>();

/** Returns true for a query whose answer waits for the page that it was fetched for, so the page need not fetch it. */
export const isHeld = (query: object): boolean => held.has(query);

/**
 * Fetches a query that is forgotten with its last component, such as one of a form, and holds the answer until the
 * page shows it. A query that is on the screen is left alone.
 */
export function prefetchHeld(
  client: ApiQueryClient,
  // Observers of pages and of lists differ in their types alone.
  // oxlint-disable-next-line typescript/no-explicit-any
  observer: QueryObserver<any, any, any, any, any>,
): void {
  const query = observer.getCurrentQuery();
  if (query.getObserversCount() > 0) return;
  held.add(query);
  const release = observer.subscribe(() => undefined);
  const end = (): void => {
    // A component that is being added asks next whether to fetch.
    queueMicrotask(() => held.delete(query));
    clearTimeout(timer);
    leave();
    release();
  };
  const timer = setTimeout(end, HELD_MS);
  const leave = client.getQueryCache().subscribe((event) => {
    if (event.query === query && event.type === 'observerAdded' && event.observer !== observer) end();
  });
}
