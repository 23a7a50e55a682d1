import type { Dispose } from '../core/clock.js';
import type { WireMessage } from '../protocol/index.js';
import type { ServerMessageHandler } from './port.js';

/** Handlers of pushes that other entries of the package have registered, see `ConferencePort`. */
export class Extensions {
  readonly #handlers = new Map<number, Set<ServerMessageHandler>>();

  handle(op: number, handler: ServerMessageHandler): Dispose {
    const handlers = this.#handlers.get(op) ?? new Set();
    this.#handlers.set(op, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /** Passes the message to its handlers; returns true if one of them answered it. */
  offer(message: WireMessage): boolean {
    return [...(this.#handlers.get(message.op) ?? [])].some((handler) => handler(message) === true);
  }
}
