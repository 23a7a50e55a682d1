import type { Snapshots } from '@lectern/rtc';

/** Observable state that its owner replaces. */
export class Store<T> implements Snapshots<T> {
  readonly #listeners = new Set<() => void>();
  #snapshot: T;

  constructor(initial: T) {
    this.#snapshot = initial;
  }

  readonly getSnapshot = (): T => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  update(change: (current: T) => T): void {
    const next = change(this.#snapshot);
    if (Object.is(next, this.#snapshot)) return;
    this.#snapshot = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
