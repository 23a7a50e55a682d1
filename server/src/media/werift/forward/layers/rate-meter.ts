const WINDOW_MS = 1_000;

/** Rate of a counter of bytes that is read from time to time; kept over pauses in which nobody reads it. */
export class RateMeter {
  #bytes = 0;
  #since = -Infinity;
  #bitrate = 0;

  get bitrate(): number {
    return this.#bitrate;
  }

  /** bit/s over the last second or more. */
  update(bytes: number, now: number): number {
    const elapsed = now - this.#since;
    if (elapsed < WINDOW_MS) return this.#bitrate;
    if (elapsed < 2 * WINDOW_MS) this.#bitrate = ((bytes - this.#bytes) * 8_000) / elapsed;
    this.#bytes = bytes;
    this.#since = now;
    return this.#bitrate;
  }
}
