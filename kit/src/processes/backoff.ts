export interface BackoffLimits {
  /** First delay, in milliseconds. */
  readonly firstMs: number;
  /** Longest delay, in milliseconds. */
  readonly longestMs: number;
  /** Run time after which an end does not count as a failure: the next delay is the first one again. */
  readonly stableMs: number;
}

/** Delays before restarts; each is twice the one before. */
export class Backoff {
  #nextMs: number;

  constructor(private readonly limits: BackoffLimits) {
    this.#nextMs = limits.firstMs;
  }

  /** Returns the delay before the next start. @param ranMs run time in milliseconds; 0 if it did not start */
  next(ranMs: number): number {
    if (ranMs >= this.limits.stableMs) this.#nextMs = this.limits.firstMs;
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(2 * delayMs, this.limits.longestMs);
    return delayMs;
  }
}
