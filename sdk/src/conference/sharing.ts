import type { LinkPlan } from '../link/plan.js';
import type { Seat, SeatEvents } from '../link/seat.js';
import type { SharedTransportEnvironment } from '../link/shared-transport.js';
import type { SharedTransports } from '../link/shared-transports.js';
import type { WireMessage } from '../protocol/index.js';
import type { SignallingState } from '../signalling/types.js';
import { failJoin } from './parts.js';

/** Connections that all streams of the local member share, if application and server support them. */
export class Sharing {
  readonly #isGranted: () => boolean;
  /** Loaded on demand, since most conferences do not use it. */
  #transports: SharedTransports | undefined;
  /** The network was lost and restored since the last enter: it may be a different one. */
  #wasOffline = false;
  #isClosed = false;

  constructor(isGranted: () => boolean) {
    this.#isGranted = isGranted;
  }

  async load(env: SharedTransportEnvironment): Promise<void> {
    const { SharedTransports } = await import('../link/shared-transports.js').catch(failJoin);
    if (!this.#isClosed) this.#transports = new SharedTransports(env);
  }

  readonly takeSeat = (kind: LinkPlan['kind'], events: SeatEvents): Seat | undefined =>
    this.#isGranted() ? this.#transports?.seat(kind, events) : undefined;

  readonly receive = (message: WireMessage): void => this.#transports?.receive(message);

  signallingChanged(state: SignallingState): void {
    this.#wasOffline ||= state === 'offline';
  }

  /** The conference was re-entered. */
  entered(isMoved: boolean): void {
    this.#transports?.recover(isMoved || this.#wasOffline);
    this.#wasOffline = false;
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#transports?.close();
  }
}
