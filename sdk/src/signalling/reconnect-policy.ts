import type { Clock, Dispose, Random } from '../core/clock.js';
import type { Timings } from '../core/timings.js';
import { FIRST_RECONNECT_WITHIN_MS, RECONNECT_ATTEMPTS, RECONNECT_DELAY_MS } from '../protocol/index.js';

/** Progress of a round of attempts. */
export interface RetryContext {
  /** Number of the next attempt; from 1. */
  readonly attempt: number;
  /** Milliseconds since the connection was lost. */
  readonly elapsedMs: number;
}

/** Decides the delay of the next attempt, or that there is none. */
export interface ReconnectPolicy {
  /** Milliseconds to wait; `undefined` gives up (−95270). */
  nextDelayMs(context: RetryContext): number | undefined;
}

/**
 * Policy of the specification: 13 attempts, 3 s apart (§9), or those of the timings. The first one is immediate, with a random delay so that not
 * all clients reconnect together.
 */
export const specifiedReconnectPolicy = (random: Random, timings?: Timings): ReconnectPolicy => ({
  nextDelayMs({ attempt }) {
    if (attempt > (timings?.reconnectAttempts ?? RECONNECT_ATTEMPTS)) return undefined;
    return attempt === 1
      ? random.number() * FIRST_RECONNECT_WITHIN_MS
      : (timings?.reconnectDelayMs ?? RECONNECT_DELAY_MS);
  },
});

/** One round of attempts: from the loss to the next success. */
export class RetryRound {
  readonly #clock: Clock;
  readonly #policy: ReconnectPolicy;
  readonly #attempt: () => void;
  #attempts = 0;
  #startedAt = 0;
  #stopTimer: Dispose = () => undefined;

  constructor(clock: Clock, policy: ReconnectPolicy, attempt: () => void) {
    this.#clock = clock;
    this.#policy = policy;
    this.#attempt = attempt;
  }

  /** Schedules the next attempt; false when the policy gives up. */
  next(): boolean {
    if (this.#attempts === 0) this.#startedAt = this.#clock.now();
    const elapsedMs = this.#clock.now() - this.#startedAt;
    const delayMs = this.#policy.nextDelayMs({ attempt: ++this.#attempts, elapsedMs });
    if (delayMs === undefined) return false;
    this.#stopTimer = this.#clock.after(delayMs, this.#attempt);
    return true;
  }

  /** Starts a new round with an attempt at once. */
  restart(): void {
    this.stop();
    this.#startedAt = this.#clock.now();
    this.#attempts = 1;
    this.#attempt();
  }

  /** Ends the round. */
  stop(): void {
    this.#stopTimer();
    this.#attempts = 0;
  }
}
