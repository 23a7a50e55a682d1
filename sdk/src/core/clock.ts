/** Reverts the effect of the call that returned it. Idempotent. */
export type Dispose = () => void;

/** Time, injected so that tests can turn it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs`; the result cancels it. */
  after(delayMs: number, callback: () => void): Dispose;
  /** Calls back every `intervalMs`; the result stops it. */
  every(intervalMs: number, callback: () => void): Dispose;
}

/** Chance, injected so that tests can repeat it. */
export interface Random {
  /** In [0, 1). */
  number(): number;
  /** RFC 4122 version 4. */
  uuid(): string;
}
