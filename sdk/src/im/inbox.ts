import type { CommSyncDL, Jid, Meta } from '../im-protocol/index.js';
import { REMEMBERED_IDS } from './constants.js';
import { pullFrame } from './frames.js';

const keyOf = ({ appKey = '', name = '', domain = '' }: Jid): string => `${appKey} ${name} ${domain}`;

export interface InboxHandlers {
  send(frame: Uint8Array): void;
  /** Called once for each item. */
  received(meta: Meta): void;
}

/** Pulls queues one after the other, acknowledges the received items, and delivers each item once (wire-im 4.2). */
export class Inbox {
  readonly #handlers: InboxHandlers;
  readonly #waiting = new Map<string, Jid>();
  readonly #known = new Set<string>();
  #pulling: string | undefined;

  constructor(handlers: InboxHandlers) {
    this.#handlers = handlers;
  }

  /** A queue has new items. */
  notice(queue: Jid): void {
    this.#waiting.set(keyOf(queue), queue);
    this.#next();
  }

  /** Items, or the end of a queue. */
  sync({ metas = [], queue, nextKey, isLast }: CommSyncDL): void {
    for (const meta of metas) this.#take(meta);
    if (queue === undefined) return;
    const key = keyOf(queue);
    // Processed before it is acknowledged: a listener may have closed the connection.
    if (nextKey !== undefined && !isLast) this.#handlers.send(pullFrame(queue, nextKey));
    if (isLast && this.#pulling === key) {
      this.#pulling = undefined;
      this.#next();
    }
  }

  /** The socket is lost: the next one lists unfinished queues again. */
  reset(): void {
    this.#waiting.clear();
    this.#pulling = undefined;
  }

  #next(): void {
    if (this.#pulling !== undefined) return;
    const [first] = this.#waiting;
    if (first === undefined) return;
    const [key, queue] = first;
    this.#waiting.delete(key);
    this.#pulling = key;
    this.#handlers.send(pullFrame(queue));
  }

  #take(meta: Meta): void {
    const id = meta.id ?? '0';
    if (this.#known.has(id)) return;
    this.#known.add(id);
    if (this.#known.size > REMEMBERED_IDS) {
      const [oldest] = this.#known;
      this.#known.delete(oldest ?? '');
    }
    this.#handlers.received(meta);
  }
}
