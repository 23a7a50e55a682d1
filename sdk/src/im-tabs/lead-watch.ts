import type { Clock, Dispose } from '../core/clock.js';

/** A leading tab from which nothing was received for this time is asked whether it still answers. */
export const LEAD_SILENCE_MS = 10_000;
/** Time for its answer. A page answers within milliseconds, unless the browser has frozen it. */
export const LEAD_ANSWER_MS = 5_000;

export interface LeadWatchHandlers {
  /** Asks the leading tab for a sign of life. */
  ask(): void;
  /** The leading tab does not answer. */
  silent(): void;
}

/** Notices when the leading tab does not answer any more, although it has not closed. */
export class LeadWatch {
  readonly #clock: Clock;
  readonly #handlers: LeadWatchHandlers;
  #stop: Dispose = () => undefined;

  constructor(clock: Clock, handlers: LeadWatchHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /** Asks at once. */
  ask(): void {
    this.#after(LEAD_ANSWER_MS, () => this.#handlers.silent());
    this.#handlers.ask();
  }

  /** Something was received from the leading tab. */
  answered(): void {
    this.#after(LEAD_SILENCE_MS, () => this.ask());
  }

  stop(): void {
    this.#stop();
  }

  #after(delayMs: number, callback: () => void): void {
    this.#stop();
    this.#stop = this.#clock.after(delayMs, callback);
  }
}
