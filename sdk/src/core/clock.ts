/** Reverts the effect of the call that returned it. Idempotent. */
export type Dispose = () => void;

/** Time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, callback: () => void): Dispose;
  /** Calls back every `intervalMs`; the returned function stops it. */
  every(intervalMs: number, callback: () => void): Dispose;
}

/** Randomness, injected so that tests are repeatable. */
export interface Random {
  /** A number in [0, 1). */
  number(): number;
  /** RFC 4122 version 4. */
  uuid(): string;
}
