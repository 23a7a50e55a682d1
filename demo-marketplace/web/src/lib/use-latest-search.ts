import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';

/** Changes the query of the address, from the last one on, whether or not the page shows that yet. */
export type ChangeSearch = (change: (last: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query of the address, and a function that changes it. The router's own builds each change on the query that is
 * rendered, so that the first of two changes in quick succession is lost.
 */
export function useLatestSearch(): readonly [search: URLSearchParams, change: ChangeSearch] {
  const [search, setSearch] = useSearchParams();
  const last = useRef(search);
  // Before the page can be touched: a later effect would undo a change that was made meanwhile.
  useLayoutEffect(() => {
    last.current = search;
  }, [search]);
  const change = useCallback<ChangeSearch>(
    (next, options) => {
      last.current = next(last.current);
      setSearch(last.current, options);
    },
    [setSearch],
  );
  return [search, change];
}
