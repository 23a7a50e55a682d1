/** A token bucket that refills with time. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    /** Tokens per second. */
    private readonly perSecond: number,
    private readonly burst: number,
    now: number,
  ) {
    this.#tokens = burst;
    this.#at = now;
  }

  /** Takes one token; returns false if there is none. `now` in milliseconds. */
  take(now: number): boolean {
    if (this.#fill(now) < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes tokens even if they are missing; a deficit delays later ones. A negative number refunds. */
  charge(tokens: number): void {
    this.#tokens = Math.min(this.burst, this.#tokens - tokens);
  }

  /** True if no tokens are missing. */
  isFull(now: number): boolean {
    return this.#fill(now) >= this.burst;
  }

  /** Milliseconds until a token is available. */
  waitMs(now: number): number {
    return Math.max(0, Math.ceil(((1 - this.#fill(now)) / this.perSecond) * 1000));
  }

  #fill(now: number): number {
    // A clock that is set back by an hour must not block callers for an hour.
    const elapsedMs = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.burst, this.#tokens + (elapsedMs / 1000) * this.perSecond);
    this.#at = now;
    return this.#tokens;
  }
}
