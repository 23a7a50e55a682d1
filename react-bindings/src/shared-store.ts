import type { Snapshots } from '@lectern/rtc';

/** Observable state of a hook that several components share. */
export interface SharedStore<T> extends Snapshots<T> {
  set(value: T): void;
}

export function createStore<T>(initial: T): SharedStore<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    getSnapshot: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (value) => {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
  };
}

/** Creates one value for each key, on first use; it lives as long as the key. */
export function perObject<Key extends object, T>(create: (key: Key) => T): (key: Key) => T {
  const values = new WeakMap<Key, T>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = create(key)));
    return value;
  };
}
