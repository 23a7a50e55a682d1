import { encodeAction, type WireAction } from './actions.js';
import { MAX_ACTIONS, MAX_BATCHES, MAX_BATCH_ACTIONS, MOVE_BUFFER_SIZE } from './constants.js';
import type { PointerAction } from './types.js';

interface Entry {
  readonly action: PointerAction;
  readonly wire: WireAction;
  /** `lost`: it was sent, and must be sent again. */
  state: 'waiting' | 'sent' | 'lost';
  /** Number of the action sent before it; set when it is sent first. */
  after: number;
}

/** Actions that are sent together. */
export interface Batch {
  /** Those that are sent for the first time. */
  readonly fresh: readonly PointerAction[];
  /** Number of the last action sent before this batch: a receiver without it has a gap. */
  readonly after: number;
  readonly wire: readonly WireAction[];
  /** Number of its last action. */
  readonly sn: number;
}

/**
 * Pending actions: sent in batches, kept until they are acknowledged, sent again when they are lost. A buffer that is
 * full of moves drops every second waiting one; nothing else is ever dropped (wire-conference 7.2).
 */
export class ActionQueue {
  readonly #moveLimit: number;
  #entries: Entry[] = [];
  #inFlight = 0;
  #lastSent = 0;

  constructor(moveLimit = MOVE_BUFFER_SIZE) {
    this.#moveLimit = moveLimit;
  }

  /** Adds an action at the end. Returns false if the queue is full. */
  put(action: PointerAction): boolean {
    if (action.kind === 'move') this.#compact();
    else if (this.#entries.filter((entry) => entry.action.kind !== 'move').length >= MAX_ACTIONS) return false;
    this.#entries.push({ action, wire: encodeAction(action), state: 'waiting', after: 0 });
    return true;
  }

  /**
   * Returns the next batch, which has no gaps; undefined if none is pending, or the limit of unacknowledged batches is
   * reached.
   */
  take(): Batch | undefined {
    const start = this.#entries.findIndex(({ state }) => state !== 'sent');
    const open =
      start < 0 || this.#inFlight >= MAX_BATCHES ? [] : this.#entries.slice(start, start + MAX_BATCH_ACTIONS);
    const end = open.findIndex(({ state }) => state === 'sent');
    const taken = end < 0 ? open : open.slice(0, end);
    const [first] = taken;
    if (!first) return undefined;
    const fresh = taken.filter(({ state }) => state === 'waiting');
    for (const entry of fresh) {
      entry.after = this.#lastSent;
      this.#lastSent = entry.wire.sn;
    }
    for (const entry of taken) entry.state = 'sent';
    this.#inFlight += 1;
    const wire = taken.map((entry) => entry.wire);
    return { fresh: fresh.map(({ action }) => action), after: first.after, wire, sn: (wire.at(-1) ?? first.wire).sn };
  }

  /** A batch was answered: everything up to this number was handled. */
  acknowledge(sn: number): void {
    this.#inFlight -= 1;
    this.#entries = this.#entries.filter(({ wire, state }) => state === 'waiting' || wire.sn > sn);
  }

  /** A batch was lost: it is sent again with all earlier unhandled actions; the other side needs them in order. */
  lose({ sn }: Batch): void {
    this.#inFlight -= 1;
    for (const entry of this.#entries) if (entry.state === 'sent' && entry.wire.sn <= sn) entry.state = 'lost';
  }

  #compact(): void {
    const moves = this.#entries.filter(({ action }) => action.kind === 'move');
    if (moves.length < this.#moveLimit) return;
    const dropped = new Set(moves.filter(({ state }) => state === 'waiting').filter((_, index) => index % 2 === 0));
    this.#entries = this.#entries.filter((entry) => !dropped.has(entry));
  }
}
