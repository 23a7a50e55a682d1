import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { SnapshotStore } from '../core/snapshot.js';
import type { ConferenceEvents, ConferenceSnapshot } from './types.js';

/**
 * Snapshot and events of the conference. Changes that belong together are made in {@link change}: they produce one new
 * snapshot, and the events are emitted after it is set.
 */
export class ConferenceStore {
  readonly snapshots: SnapshotStore<ConferenceSnapshot>;
  readonly #emitter = new Emitter<ConferenceEvents>();
  readonly #events: (() => void)[] = [];
  #draft: ConferenceSnapshot;
  #depth = 0;
  #isHeld = true;

  constructor(initial: ConferenceSnapshot) {
    this.#draft = initial;
    this.snapshots = new SnapshotStore(initial);
  }

  /** Emits the events that were held back until listeners could be added; later events are emitted at once. */
  release(): void {
    this.#isHeld = false;
    this.change(() => undefined);
  }

  /** Current state, including changes in progress. */
  get now(): ConferenceSnapshot {
    return this.#draft;
  }

  on<K extends keyof ConferenceEvents>(event: K, listener: ConferenceEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /** Runs `make`, then sets one snapshot and emits the events. */
  change(make: () => void): void {
    this.#depth += 1;
    try {
      make();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#publish();
    }
  }

  /** A patch without changes produces no snapshot. */
  patch(part: Partial<ConferenceSnapshot>): void {
    const draft = { ...this.#draft, ...part };
    const keys = Object.keys(draft) as (keyof ConferenceSnapshot)[];
    if (keys.every((key) => Object.is(draft[key], this.#draft[key]))) return;
    this.change(() => {
      this.#draft = draft;
    });
  }

  emit<K extends keyof ConferenceEvents>(event: K, ...args: Parameters<ConferenceEvents[K]>): void {
    this.change(() => this.#events.push(() => this.#emitter.emit(event, ...args)));
  }

  #publish(): void {
    // A listener that makes further changes queues their events behind those being emitted.
    this.#depth += 1;
    try {
      do {
        this.snapshots.set(this.#draft);
        if (!this.#isHeld) this.#events.shift()?.();
      } while ((!this.#isHeld && this.#events.length > 0) || this.snapshots.getSnapshot() !== this.#draft);
    } finally {
      this.#depth -= 1;
    }
  }
}
