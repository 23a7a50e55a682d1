import { encodeAction, type WireAction } from './actions.js';
import { MAX_ACTIONS, MAX_BATCHES, MAX_BATCH_ACTIONS, MOVE_BUFFER_SIZE } from './constants.js';
import type { PointerAction } from './types.js';

interface Entry {
  readonly action: PointerAction;
  readonly wire: WireAction;
  /** `lost`: it was sent, and has to go out again. */
  state: 'waiting' | 'sent' | 'lost';
}

/** Actions that go out together. */
export interface Batch {
  /** Those of it that go out for the first time. */
  readonly fresh: readonly PointerAction[];
  readonly wire: readonly WireAction[];
  /** The highest one of it. */
  readonly sn: number;
}

/**
 * Actions on their way: sent in batches, kept until they are acknowledged, sent again when they got lost. A buffer that is
 * full of moves loses every second waiting one; nothing else is ever left out (wire-conference 7.2).
 */
export class ActionQueue {
  readonly #moveLimit: number;
  #entries: Entry[] = [];
  #inFlight = 0;

  constructor(moveLimit = MOVE_BUFFER_SIZE) {
    this.#moveLimit = moveLimit;
  }

  /** Adds an action behind all others. False: so many wait that nothing can be kept any more. */
  put(action: PointerAction): boolean {
    if (action.kind === 'move') this.#compact();
    else if (this.#entries.filter((entry) => entry.action.kind !== 'move').length >= MAX_ACTIONS) return false;
    this.#entries.push({ action, wire: encodeAction(action), state: 'waiting' });
    return true;
  }

  /** The next batch; undefined where nothing waits, or as many are on their way as may be. */
  take(): Batch | undefined {
    const taken = this.#entries.filter(({ state }) => state !== 'sent').slice(0, MAX_BATCH_ACTIONS);
    const last = taken.at(-1);
    if (!last || this.#inFlight >= MAX_BATCHES) return undefined;
    const fresh = taken.filter(({ state }) => state === 'waiting').map(({ action }) => action);
    this.#inFlight += 1;
    for (const entry of taken) entry.state = 'sent';
    return { fresh, wire: taken.map(({ wire }) => wire), sn: last.wire.sn };
  }

  /** A batch was answered: everything up to this number has been handled. */
  acknowledge(sn: number): void {
    this.#inFlight -= 1;
    this.#entries = this.#entries.filter(({ wire, state }) => state === 'waiting' || wire.sn > sn);
  }

  /** A batch got lost: what of it was not handled meanwhile goes out again. */
  lose(batch: Batch): void {
    this.#inFlight -= 1;
    for (const entry of this.#entries) if (batch.wire.includes(entry.wire)) entry.state = 'lost';
  }

  #compact(): void {
    const moves = this.#entries.filter(({ action }) => action.kind === 'move');
    if (moves.length < this.#moveLimit) return;
    const dropped = new Set(moves.filter(({ state }) => state === 'waiting').filter((_, index) => index % 2 === 0));
    this.#entries = this.#entries.filter((entry) => !dropped.has(entry));
  }
}
