import type { WireMessage } from '../protocol/index.js';

/** Messages in order: sent at once while open, kept while held (wire-conference 1.7). */
export class SendQueue {
  /** Returns false if the message cannot be sent now. */
  readonly #transmit: (message: WireMessage) => boolean;
  #waiting: WireMessage[] = [];
  #gate: 'held' | 'open' = 'held';

  constructor(transmit: (message: WireMessage) => boolean) {
    this.#transmit = transmit;
  }

  get size(): number {
    return this.#waiting.length;
  }

  put(message: WireMessage): void {
    this.#waiting.push(message);
    if (this.#gate === 'open') this.#flush();
  }

  /** Queues all messages from now on; `repeated` precedes those that wait already. */
  hold(repeated: readonly WireMessage[]): void {
    this.#gate = 'held';
    this.#waiting.unshift(...repeated);
  }

  /** Sends the queued messages, and later ones at once. */
  open(): void {
    this.#gate = 'open';
    this.#flush();
  }

  clear(): void {
    this.#gate = 'held';
    this.#waiting = [];
  }

  #flush(): void {
    for (let next = this.#waiting[0]; next && this.#gate === 'open'; next = this.#waiting[0]) {
      if (!this.#transmit(next)) return;
      this.#waiting.shift();
    }
  }
}
