import { throwIfAborted } from '../core/abort.js';
import type { Clock } from '../core/clock.js';

/** Runs joins one after the other; each may use the state that the previous one left. */
export class JoinQueue {
  readonly #clock: Clock;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `join` after those that were queued before it, failed or not. A call that was aborted before its turn is not
   * run.
   */
  async run<T>(join: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    const before = this.#tail;
    const mustWait = this.#waiting++ > 0;
    const result = (async () => {
      if (mustWait) {
        await before;
        // The previous caller receives its result first, and may leave at once (React's StrictMode).
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
