const WINDOW_MS = 1_000;

/** Rate of a counter of bytes that is read from time to time. */
export class RateMeter {
  #bytes = 0;
  #since = -Infinity;
  #bitrate = 0;

  /** bit/s over the last second or more. */
  update(bytes: number, now: number): number {
    const elapsed = now - this.#since;
    if (elapsed < WINDOW_MS) return this.#bitrate;
    this.#bitrate = Number.isFinite(elapsed) ? ((bytes - this.#bytes) * 8_000) / elapsed : 0;
    this.#bytes = bytes;
    this.#since = now;
    return this.#bitrate;
  }
}
