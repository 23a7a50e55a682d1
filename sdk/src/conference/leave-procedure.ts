import { delay, race } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import type { Link } from '../link/link.js';
import {
  CLOSE_DELAY_MS,
  EXIT_DELAY_MS,
  OP_CLOSE_CONFERENCE,
  OP_LEAVE,
  ExitReason,
  type WireMessage,
} from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';

/** Announces to the server that the member leaves (spec §4, §9; wire-conference 1.10, 2.6). */
export class LeaveProcedure {
  readonly #clock: Clock;
  readonly #signalling: SignallingPort;
  readonly #reason: ExitReason;

  constructor(clock: Clock, signalling: SignallingPort, reason: ExitReason) {
    this.#clock = clock;
    this.#signalling = signalling;
    this.#reason = reason;
  }

  get isReachable(): boolean {
    return this.#signalling.state === 'connected';
  }

  /** Sends op 204, and waits for its delivery. */
  async closeConference(): Promise<void> {
    if (!this.isReachable) return;
    void this.#tell({ op: OP_CLOSE_CONFERENCE, reason: ExitReason.Closed });
    await delay(this.#clock, EXIT_DELAY_MS);
  }

  /** Op 107 of every stream and op 201; resolves when they are answered. */
  say(links: readonly Link[]): Promise<void> {
    for (const link of links) link.sayFarewell();
    const reason = this.#reason;
    return this.#tell({ op: OP_LEAVE, ...(reason !== 0 && { reason }) });
  }

  /** Closes the socket. A server that always answers has processed everything by its answer. */
  async close(said: Promise<void>, isAnswered: boolean): Promise<void> {
    if (this.isReachable) {
      const options = { clock: this.#clock, timeoutMs: CLOSE_DELAY_MS };
      await race(isAnswered ? said : new Promise(() => undefined), options).catch(() => undefined);
    }
    this.#signalling.close(this.#reason === 0 ? 1000 : undefined);
  }

  async #tell(message: WireMessage): Promise<void> {
    await this.#signalling.request(message).catch(() => undefined);
  }
}
