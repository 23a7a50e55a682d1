import type { Dispose } from './clock.js';
import { Emitter } from './emitter.js';

/** Observable state: an immutable snapshot and a callback for each change (fits React's `useSyncExternalStore`). */
export interface Snapshots<T> {
  /** The same object until the state changes. */
  getSnapshot(): T;
  /** Calls back after each change. */
  subscribe(listener: () => void): Dispose;
}

/** A writable {@link Snapshots}. */
export class SnapshotStore<T> implements Snapshots<T> {
  readonly #emitter = new Emitter<{ change: () => void }>();
  #snapshot: T;

  constructor(initial: T) {
    this.#snapshot = initial;
  }

  readonly getSnapshot = (): T => this.#snapshot;

  readonly subscribe = (listener: () => void): Dispose => this.#emitter.on('change', listener);

  /** Replaces the snapshot; an identical object notifies nobody. */
  set(next: T): void {
    if (Object.is(next, this.#snapshot)) return;
    this.#snapshot = next;
    this.#emitter.emit('change');
  }

  update(change: (current: T) => T): void {
    this.set(change(this.#snapshot));
  }
}
