import { conferencePort, type ConferencePort, type ServerMessageHandler } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import type { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { StateMachine } from '../core/state-machine.js';
import { targetOf } from '../messages/accepted.js';
import { OP_CONTROL, OP_RESPONSE, decodeLoose } from '../protocol/index.js';
import { Drawing } from './drawing.js';
import { invalid } from './errors.js';
import { addOp, type DrawingOp } from './ops.js';
import { SHARING_TRANSITIONS, type SharingEvent, type SharingState } from './transitions.js';

/** Op2 of shared drawing, and the op that a member must accept for it (`docs/wire.md`). */
const OP2_DRAWING = 31;
const DRAWING_OP = 100231;
/** At most twenty messages a second. */
const PAUSE_MS = 50;
const RETRY_DELAY_MS = 500;
/** Duplicate messages are discarded, so a short timeout is safe. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Time during which refusals are tolerated: the other side may not have started yet. */
const REFUSAL_GRACE_MS = 30_000;
/** Size of the ops of one message, in characters: a server relays up to 32 KiB. */
const BATCH_LENGTH = 16_000;

/** Options of sharing a drawing. */
export interface ShareOptions {
  /** The other side of the remote control: its controller, or the owner of the stream. */
  readonly memberId: string;
  /** The stream that is drawn on. */
  readonly streamId: string;
  /** Id of the remote control, the same on both sides. The application calls `close` when the control ends. */
  readonly controlId: string;
  /** By default a new one. Its author must be the local member. */
  readonly drawing?: Drawing;
}

/** State of a sharing. */
export interface SharingSnapshot {
  readonly state: SharingState;
  /** Reason of the other side's refusal; with `refused`. */
  readonly error: LecternError | undefined;
}

/** A drawing shared by two members. */
export interface DrawingShare {
  readonly drawing: Drawing;
  readonly state: Snapshots<SharingSnapshot>;
  /** Ends the sharing; the drawing stays. Idempotent. */
  close(): void;
}

interface DrawingArg {
  readonly op2?: unknown;
  readonly streamId?: unknown;
  /** Id of the sender's sharing: a new one starts again with its first op. */
  readonly id?: unknown;
  readonly cId?: unknown;
  readonly sn?: unknown;
  readonly ops?: unknown;
}

/** Ops with their numbers: the first has `first`. */
interface Batch {
  readonly first: number;
  readonly ops: readonly DrawingOp[];
}

class Sharing implements DrawingShare {
  readonly drawing: Drawing;
  readonly #store = new SnapshotStore<SharingSnapshot>({ state: 'idle', error: undefined });
  readonly #machine = new StateMachine<SharingState, SharingEvent>({
    name: 'sharing',
    initial: 'idle',
    transitions: SHARING_TRANSITIONS,
    onChange: (state) => this.#store.set({ state, error: this.#error }),
  });
  readonly #held = new Disposables();
  readonly #aborter = new AbortController();
  readonly #context: ConferencePort['context'];
  readonly #id: string;
  #stopTimer: Dispose | undefined;
  #waiting: DrawingOp[] = [];
  #batch: Batch | undefined;
  /** Number of the newest op that the other side has confirmed. */
  #taken = 0;
  /** The other side's sharing, and the number of its newest op that was applied. */
  #peer: unknown;
  #handled = 0;
  #refusedSince: number | undefined;
  #error: LecternError | undefined;

  constructor(
    conference: Conference,
    private readonly options: ShareOptions,
  ) {
    const port = conferencePort(conference);
    this.#context = port.context;
    const author = this.#context.store.now.localMember?.id ?? '';
    this.drawing = options.drawing ?? new Drawing(author);
    if (this.drawing.author !== author) {
      throw invalid(`the drawing must have the author ${author}`);
    }
    this.#id = this.#context.platform.random.uuid().slice(0, 8);
    this.#held.add(() => this.#aborter.abort());
    this.#held.add(() => this.#stopTimer?.());
    this.#held.add(port.handle(OP_CONTROL, this.#receive));
    this.#held.add(conference.on('memberLeft', ({ id }) => id === options.memberId && this.close()));
    port.onClose(() => this.close());
    if (this.#machine.is('closed')) return;
    this.#held.add(
      this.drawing.onOp((op) => {
        if (this.#machine.is('refused')) return;
        addOp(this.#waiting, op);
        this.#start();
      }),
    );
    this.#start();
  }

  get state(): Snapshots<SharingSnapshot> {
    return this.#store;
  }

  close(): void {
    if (this.#machine.trySend('close')) this.#held.close();
  }

  readonly #receive: ServerMessageHandler = (message) => {
    const { memberId, streamId, controlId } = this.options;
    const arg = decodeLoose(message.arg) as DrawingArg | undefined;
    if (message.memId !== memberId || arg?.op2 !== OP2_DRAWING) return false;
    if (arg.streamId !== streamId || arg.cId !== controlId) return false;
    let failure: string | undefined;
    try {
      this.#take(arg);
    } catch (error) {
      failure = (error as Error).message;
    }
    this.#context.signalling.post({
      ...message,
      op: OP_RESPONSE,
      result: failure === undefined ? 0 : -507,
      msg: failure,
      arg: JSON.stringify({ sn: this.#handled }),
    });
    return true;
  };

  /**
   * Skips ops that were received before. Ops after a gap are not applied; the answer makes the sender repeat the
   * missing ones.
   */
  #take({ id, sn, ops }: DrawingArg): void {
    if (!Array.isArray(ops) || !Number.isSafeInteger(sn) || typeof id !== 'string') {
      throw invalid('a drawing message needs "id", "sn" and "ops"');
    }
    if (id !== this.#peer) {
      this.#peer = id;
      this.#handled = 0;
      this.drawing.forget(this.options.memberId);
      // The new sharing may lack ops that an earlier one received; its answer reports how many it has.
      this.#batch ??= this.#nextBatch();
      this.#start();
    }
    const known = this.#handled - ((sn as number) - ops.length);
    if (known < 0 || known >= ops.length) return;
    this.drawing.apply(this.options.memberId, ops.slice(known));
    this.#handled = sn as number;
  }

  #nextBatch(): Batch {
    const { length } = this.#waiting;
    let count = 0;
    let size = 0;
    while (count < length && (count === 0 || size < BATCH_LENGTH))
      size += JSON.stringify(this.#waiting[count++]).length;
    return { first: this.#taken + 1, ops: this.#waiting.splice(0, count) };
  }

  #start(): void {
    if (this.#machine.is('idle')) void this.#send();
  }

  /** Sends the next batch, even an empty one: it announces this side, and the other one then sends its ops. */
  async #send(): Promise<void> {
    this.#machine.send('send');
    const { memberId, streamId, controlId: cId } = this.options;
    const batch = (this.#batch ??= this.#nextBatch());
    const sn = batch.first + batch.ops.length - 1;
    try {
      const { arg } = await this.#context.signalling.request(
        {
          op: OP_CONTROL,
          memId: memberId,
          arg: JSON.stringify({ op2: OP2_DRAWING, streamId, cId, id: this.#id, sn, ops: batch.ops }),
        },
        { signal: this.#aborter.signal, timeoutMs: ANSWER_TIMEOUT_MS },
      );
      if (this.#machine.is('closed')) return;
      this.#acknowledge(batch, (decodeLoose(arg) as { readonly sn?: unknown } | undefined)?.sn);
    } catch (error) {
      if (!this.#machine.is('closed')) this.#fail(error as LecternError);
    }
  }

  #acknowledge({ first, ops }: Batch, sn: unknown): void {
    const last = first + ops.length - 1;
    const taken = Number.isSafeInteger(sn) ? Math.min(last, Math.max(0, sn as number)) : last;
    this.#refusedSince = undefined;
    this.#batch = taken < last ? { first: taken + 1, ops: ops.slice(taken + 1 - first) } : undefined;
    // The other side started again: it receives everything again.
    if (taken < first - 1) {
      this.#batch = undefined;
      this.#waiting = [];
      this.drawing.onOp((op) => addOp(this.#waiting, op))();
    }
    this.#taken = taken;
    this.#rest();
  }

  #rest(): void {
    this.#machine.send('taken');
    this.#after(PAUSE_MS);
  }

  #fail(error: LecternError): void {
    const { code, reason } = error;
    // −408: the other side is disconnected at the moment.
    const isRefused = reason === 'refused' && code !== -408;
    // Nothing is pending and the other side is absent; it will announce itself when it starts.
    if (isRefused && !this.#batch?.ops.length && this.#waiting.length === 0) {
      this.#batch = undefined;
      this.#rest();
      return;
    }
    const now = this.#context.platform.clock.now();
    if (isRefused) this.#refusedSince ??= now;
    // A control that has ended does not come back.
    const graceMs = code === -405 && this.#taken > 0 ? 0 : REFUSAL_GRACE_MS;
    const isOver = isRefused && now - (this.#refusedSince ?? now) >= graceMs;
    if (isOver || reason === 'closed' || reason === 'invalid-argument') {
      this.#error = error;
      this.#waiting = [];
      this.#machine.send('refuse');
      return;
    }
    this.#machine.send('lost');
    this.#after(RETRY_DELAY_MS);
  }

  #after(delayMs: number): void {
    this.#stopTimer = this.#context.platform.clock.after(delayMs, () => {
      if (this.#batch || this.#waiting.length > 0) void this.#send();
      else this.#machine.send('rest');
    });
  }
}

/**
 * Shares a drawing with another member, in both directions: ops of either side arrive at the other one, once and in
 * order, even over a lost connection. Both sides call it when a remote control has begun, and close it when that ends.
 *
 * @throws {LecternError} −507: there is no such member, or it does not support shared drawing; reason
 * `invalid-argument`: the drawing is that of another author.
 */
export function shareDrawing(conference: Conference, options: ShareOptions): DrawingShare {
  targetOf(conference, options.memberId, [DRAWING_OP]);
  return new Sharing(conference, options);
}
