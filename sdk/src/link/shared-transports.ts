import type { WireMessage } from '../protocol/index.js';
import type { LinkPlan } from './plan.js';
import type { Seat, SeatEvents } from './seat.js';
import { SharedTransport, type SharedTransportEnvironment } from './shared-transport.js';

/**
 * The two connections of a member: one sends all own streams, one receives all others'. Each opens with its first
 * stream.
 */
export class SharedTransports {
  readonly #env: SharedTransportEnvironment;
  readonly #open = new Map<LinkPlan['kind'], SharedTransport>();

  constructor(env: SharedTransportEnvironment) {
    this.#env = env;
  }

  /** A seat for a stream; undefined if none is left, so that the stream needs a separate connection. */
  seat(kind: LinkPlan['kind'], events: SeatEvents): Seat | undefined {
    const transport = this.#open.get(kind) ?? this.#create(kind);
    return transport.isFull ? undefined : transport.seat(events);
  }

  /** Handles a push for one of them by `trsId`; unknown ids are ignored. */
  receive(message: WireMessage): void {
    this.#all.find(({ id }) => id === message.trsId)?.receive(message);
  }

  /** Signalling is restored. @param isMoved true if the member's network has changed */
  recover(isMoved: boolean): void {
    for (const transport of this.#all) transport.recover(isMoved);
  }

  /** Idempotent. */
  close(): void {
    for (const transport of this.#all) transport.close();
    this.#open.clear();
  }

  get #all(): SharedTransport[] {
    return [...this.#open.values()];
  }

  #create(kind: LinkPlan['kind']): SharedTransport {
    const transport: SharedTransport = new SharedTransport(this.#env, () => {
      if (this.#open.get(kind) === transport) this.#open.delete(kind);
    });
    this.#open.set(kind, transport);
    return transport;
  }
}
