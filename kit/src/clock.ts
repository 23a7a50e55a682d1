/** Time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it and is idempotent. */
  after(delayMs: number, callback: () => void): () => void;
  /** Calls back every `intervalMs`; the returned function stops it and is idempotent. */
  every(intervalMs: number, callback: () => void): () => void;
}

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Formats a time as ISO 8601 in UTC. @param at milliseconds since the epoch */
export const isoOf = (at: number): string => new Date(at).toISOString();
