import { anySignal } from '../core/abort.js';
import { Disposables } from '../core/disposables.js';
import type { Clock, Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { StateMachine } from '../core/state-machine.js';
import type { ControlArg } from '../messages/accepted.js';
import { ActionQueue } from './action-queue.js';
import { decodeAction, encodeAction } from './actions.js';
import * as wire from './constants.js';
import type { ControlTiming } from './timing.js';
import { POINTER_TRANSITIONS } from './transitions.js';
import type { MediaPoint, PointerAction, PointerButton, PointerEnd, PointerSnapshot } from './types.js';

/** Events of a pointer control, for its controller. */
export interface PointerControlEvents {
  /** A local action, with the numbers that the other side will see. Moves may be dropped before they are sent. */
  action: (action: PointerAction) => void;
  /** These actions are sent, in this order: dropped moves are missing. */
  sent: (actions: readonly PointerAction[]) => void;
  /** The control has ended, by either side. Emitted once. */
  ended: (reason: PointerEnd) => void;
}

/** An action without number and time. */
type PointerInput<A = PointerAction> = A extends unknown ? Omit<A, 'sn' | 'time' | 'isMirrored'> : never;

interface PointerControlOptions {
  readonly streamId: string;
  readonly memberId: string;
  readonly controlId: string;
  readonly clock: Clock;
  readonly bufferSize: number | undefined;
  readonly timing: Required<ControlTiming>;
  /** Sends a request to the owner of the stream (op2 30) and resolves with the `arg` of its answer. */
  readonly ask: (arg: ControlArg, signal?: AbortSignal) => Promise<unknown>;
  readonly onChange: () => void;
}

/**
 * Controller's side of a control of another member's pointer surface (spec §4). Actions arrive in order; while the
 * other side is slow, only moves are dropped.
 */
export class PointerControl {
  /** The stream that is controlled. */
  readonly streamId: string;
  /** Six characters that identify it on both sides. */
  readonly controlId: string;
  readonly #options: PointerControlOptions;
  readonly #machine = new StateMachine({
    name: 'pointer control',
    initial: 'requesting',
    transitions: POINTER_TRANSITIONS,
  });
  readonly #emitter = new Emitter<PointerControlEvents>();
  readonly #disposables = new Disposables();
  readonly #queue: ActionQueue;
  readonly #over = new AbortController();
  #snapshot: PointerSnapshot;
  #sn = 0;
  #heardAt = 0;
  /** The other side is unreachable: only keep-alives are sent until it answers one. */
  #isHeld = false;

  /** @internal Made by `RemoteController.control`. */
  constructor(options: PointerControlOptions) {
    const { streamId, controlId, memberId, bufferSize } = options;
    this.#options = options;
    this.streamId = streamId;
    this.controlId = controlId;
    this.#queue = new ActionQueue(bufferSize);
    this.#snapshot = { streamId, memberId, controlId, state: this.#machine.state };
  }

  /** Current state; a new object after each change. */
  get snapshot(): PointerSnapshot {
    return this.#snapshot;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof PointerControlEvents>(event: K, listener: PointerControlEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Moves the pointer to a point of the frame; values outside of 0 to 1 are clamped. Like all actions below it is
   * ignored unless the state is `controlling`.
   */
  move(point: MediaPoint): void {
    this.#act({ kind: 'move', ...point });
  }

  /** Presses a mouse button at a point of the frame. It stays pressed until it is released, or the control ends. */
  press(button: PointerButton, point: MediaPoint): void {
    this.#act({ kind: 'down', button, ...point });
  }

  /** Releases a mouse button. */
  release(button: PointerButton, point: MediaPoint): void {
    this.#act({ kind: 'up', button, ...point });
  }

  /** Turns the wheel by one notch. */
  wheel(direction: 'up' | 'down', point: MediaPoint): void {
    this.#act({ kind: 'wheel', direction, ...point });
  }

  /** Presses or releases a key; `keyCode` as `KeyboardEvent.keyCode`, 0 to 65,535. */
  key(keyCode: number, isDown: boolean): void {
    this.#act({ kind: isDown ? 'key-down' : 'key-up', keyCode });
  }

  /**
   * Ends the control (spec §4: stop, evt 2). Resolves when the other side has received it or cannot be reached.
   * Idempotent.
   */
  stop(): Promise<void> {
    return this.end('stopped');
  }

  /** @internal Requests consent. @throws {LecternError} −402, −403, −405, −408, −507. */
  async request(signal: AbortSignal | undefined): Promise<void> {
    const { clock, timing } = this.#options;
    const either = anySignal(signal, this.#over.signal);
    try {
      await this.#ask(wire.EVT_REQUEST, {}, either.signal);
    } catch (error) {
      const { reason, code } = error as LecternError;
      // The pending decision of the owner is no longer needed.
      if (reason === 'aborted' || code === wire.TIMED_OUT) void this.end('stopped');
      else this.#finish(reason === 'refused' ? 'refused' : 'closed');
      throw error;
    } finally {
      either.release();
    }
    if (!this.#machine.trySend('accept')) throw this.#over.signal.reason;
    this.#heardAt = clock.now();
    this.#disposables.add(clock.every(timing.checkIntervalMs, () => this.#keepAlive()));
    this.#show();
  }

  /** @internal Ends the control and notifies the owner of the stream. */
  async end(reason: PointerEnd): Promise<void> {
    if (this.#machine.state === 'ended') return;
    const confirmed = this.#ask(wire.EVT_RELEASE);
    this.#finish(reason);
    await confirmed.catch(() => undefined);
  }

  /** @internal Ends it without a message: the other side knows, or has left. */
  lost(reason: PointerEnd): void {
    this.#finish(reason);
  }

  /** @internal The connection is restored: lost actions are sent again. */
  resume(): void {
    this.#isHeld = false;
    this.#flush();
  }

  #ask(evt: number, more: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<unknown> {
    const { streamId, controlId: cId } = this;
    return this.#options.ask({ op2: wire.OP2_POINTER, streamId, evt, cId, ...more }, signal);
  }

  #act(input: PointerInput & Partial<MediaPoint>): void {
    if (this.#machine.state !== 'controlling') return;
    const isMirrored = input.isMirrored === true;
    const raw = { ...input, isMirrored, sn: this.#sn + 1, time: this.#options.clock.now() } as PointerAction;
    // Converted through the wire format, so that both sides see the same values.
    const action = decodeAction(encodeAction(raw));
    if (!action) return;
    if (!this.#queue.put(action)) return void this.end('overflow');
    this.#sn += 1;
    this.#emitter.emit('action', action);
    this.#flush();
  }

  #flush(): void {
    if (this.#isHeld || this.#machine.state !== 'controlling') return;
    for (let batch = this.#queue.take(); batch; batch = this.#queue.take()) {
      const sent = batch;
      if (sent.fresh.length > 0) this.#emitter.emit('sent', sent.fresh);
      this.#ask(wire.EVT_ACTIONS, { after: sent.after, actions: sent.wire }).then(
        (arg) => {
          const { sn } = (arg ?? {}) as { readonly sn?: unknown };
          this.#queue.acknowledge(Number.isInteger(sn) ? (sn as number) : sent.sn);
          this.#heard();
        },
        (error: unknown) => {
          const wasHeld = this.#isHeld;
          this.#queue.lose(sent);
          this.#failed(error);
          // The actions timed out: a probe checks at once whether the other side answers again, before the next
          // keep-alive.
          if (!wasHeld && (error as LecternError).code === wire.TIMED_OUT) this.#probe();
        },
      );
    }
  }

  #keepAlive(): void {
    const { clock, timing } = this.#options;
    if (clock.now() - this.#heardAt >= timing.timeoutMs) {
      void this.end('timeout');
      return;
    }
    this.#probe();
  }

  #probe(): void {
    if (this.#machine.state !== 'controlling') return;
    this.#ask(wire.EVT_KEEP_ALIVE).then(
      () => this.#heard(),
      (error: unknown) => this.#failed(error),
    );
  }

  #heard(): void {
    this.#heardAt = this.#options.clock.now();
    this.resume();
  }

  #failed(error: unknown): void {
    const { code } = error as LecternError;
    if (code === wire.NOT_ALLOWED || code === wire.NOT_SUPPORTED || code === wire.REJECTED) this.#finish('freed');
    else this.#isHeld = true;
  }

  #finish(reason: PointerEnd): void {
    if (!this.#machine.trySend('end')) return;
    this.#disposables.close();
    this.#over.abort(new LecternError(`the control is over: ${reason}`, { reason: 'closed' }));
    this.#show(reason);
    this.#emitter.emit('ended', reason);
  }

  #show(endReason?: PointerEnd): void {
    const { state } = this.#machine;
    this.#snapshot = { ...this.#snapshot, state, ...(endReason && { endReason }) };
    this.#options.onChange();
  }
}
