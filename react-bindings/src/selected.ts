import type { Snapshots } from '@lectern/rtc';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

/** Returns true if two selections are equal, so that no render is needed. */
export type Equality<T> = (a: T, b: T) => boolean;

const ignore = (): void => undefined;

/**
 * Selects a part of observable state; renders only when that part changes. Undefined without a store. `select` and
 * `isEqual` may be written inline.
 */
export function useSelected<S, T>(
  store: Snapshots<S> | undefined,
  select: (snapshot: S) => T,
  isEqual: Equality<T> = Object.is,
): T | undefined {
  const rendered = useRef<{ readonly value: T } | undefined>(undefined);

  const getSelection = useMemo(() => {
    let last: { readonly snapshot: S; readonly value: T } | undefined;
    return (): T | undefined => {
      if (!store) return undefined;
      const snapshot = store.getSnapshot();
      if (last && Object.is(last.snapshot, snapshot)) return last.value;
      const selected = select(snapshot);
      const known = last ?? rendered.current;
      const value = known && isEqual(known.value, selected) ? known.value : selected;
      last = { snapshot, value };
      return value;
    };
  }, [store, select, isEqual]);

  const subscribe = useCallback((listener: () => void) => (store ? store.subscribe(listener) : ignore), [store]);

  const value = useSyncExternalStore(subscribe, getSelection, getSelection);

  useEffect(() => {
    rendered.current = store && { value: value as T };
  }, [store, value]);

  return value;
}

/** True if two lists hold the same items in the same order. */
export const sameItems: Equality<readonly unknown[]> = (a, b) =>
  a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
