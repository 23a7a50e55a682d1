/** Time, injected so that tests can turn it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back every `intervalMs`; the result stops it and is idempotent. */
  every(intervalMs: number, callback: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** As the API writes moments: ISO 8601, UTC. */
export const isoOf = (at: number): string => new Date(at).toISOString();
