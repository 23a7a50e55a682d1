export interface BackoffLimits {
  /** First delay, in milliseconds. */
  readonly firstMs: number;
  /** Longest delay, in milliseconds. */
  readonly longestMs: number;
  /** Something that ran for so long is forgiven its end: the next delay is the first one again. */
  readonly stableMs: number;
}

/** Delays before something is started again; each is twice the one before. */
export class Backoff {
  #nextMs: number;

  constructor(private readonly limits: BackoffLimits) {
    this.#nextMs = limits.firstMs;
  }

  /** The delay before the next start. @param ranMs how long it ran; 0 where it did not start */
  next(ranMs: number): number {
    if (ranMs >= this.limits.stableMs) this.#nextMs = this.limits.firstMs;
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(2 * delayMs, this.limits.longestMs);
    return delayMs;
  }
}
