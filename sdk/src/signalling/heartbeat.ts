import type { Clock, Dispose } from '../core/clock.js';
import type { Timings } from '../core/timings.js';
import { CONNECTION_CHECK_INTERVAL_MS, SILENCE_LIMIT_MS, SYNC_INTERVAL_MS } from '../protocol/index.js';

export interface HeartbeatHandlers {
  /** Sends op 1000. */
  sync(): void;
  /** Checks that the socket is still open. */
  check(): void;
  /** No data arrived after op 1000: the other end was lost without a close. */
  silent(): void;
}

/** Keeps the connection alive, and detects its loss (spec §9; wire-conference 1.6). */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #handlers: HeartbeatHandlers;
  readonly #timings: Timings | undefined;
  #timers: Dispose[] = [];
  #stopWaiting: Dispose = () => undefined;

  constructor(clock: Clock, handlers: HeartbeatHandlers, timings?: Timings) {
    this.#timings = timings;
    this.#clock = clock;
    this.#handlers = handlers;
  }

  start(): void {
    this.stop();
    const timings = this.#timings;
    const checkMs = timings?.connectionCheckIntervalMs ?? CONNECTION_CHECK_INTERVAL_MS;
    this.#timers = [
      this.#clock.every(checkMs, () => this.#handlers.check()),
      this.#clock.every(timings?.syncIntervalMs ?? SYNC_INTERVAL_MS, () => {
        this.#handlers.sync();
        this.#stopWaiting = this.#clock.after(SILENCE_LIMIT_MS, () => this.#handlers.silent());
      }),
    ];
  }

  /** Data arrived from the other end. */
  heard(): void {
    this.#stopWaiting();
  }

  stop(): void {
    for (const dispose of this.#timers) dispose();
    this.#timers = [];
    this.#stopWaiting();
  }
}
