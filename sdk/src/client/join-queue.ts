import { throwIfAborted } from '../core/abort.js';
import type { Clock } from '../core/clock.js';

/** Joins one after the other; each may look at what the one before it left behind. */
export class JoinQueue {
  readonly #clock: Clock;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `join` after those that were asked for before it, failed or not. A call aborted meanwhile is not run. */
  async run<T>(join: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    const before = this.#tail;
    const mustWait = this.#waiting++ > 0;
    const result = (async () => {
      if (mustWait) {
        await before;
        // Whoever asked for the join before gets its result first, and may leave at once (React's StrictMode).
        await new Promise<void>((resolve) => void this.#clock.after(0, resolve));
      }
      throwIfAborted(signal);
      return join();
    })();
    this.#tail = result.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
    }
  }
}
