import type { ConferencePort } from '../conference/port.js';
import type { MemberSnapshot } from '../conference/types.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { StateMachine } from '../core/state-machine.js';
import { requestControl } from '../messages/control.js';
import type { Conference } from '../conference/types.js';
import { ACCEPTS_MORE_CONTROL, type WireMessage } from '../protocol/index.js';
import { decodeAction } from './actions.js';
import { answer } from './control-responses.js';
import * as wire from './constants.js';
import { endOf } from './targets.js';
import type { ControlTiming } from './timing.js';
import { POINTER_TRANSITIONS } from './transitions.js';
import type { PointerAction, PointerConsent, PointerEnd, PointerRequest, PointerSnapshot } from './types.js';

interface Session {
  readonly machine: StateMachine<PointerSnapshot['state'], 'accept' | 'end'>;
  readonly member: MemberSnapshot;
  /** Aborted at the end. */
  readonly over: AbortController;
  /** The pending request. */
  readonly request: WireMessage;
  snapshot: PointerSnapshot;
  heardAt: number;
  /** Number of the last action that was emitted. */
  sn: number;
  /** Pressed buttons and keys, with the action that releases each if the controller does not. */
  readonly held: Map<string, PointerAction>;
}

export interface HostPointersOptions {
  readonly conference: Conference;
  readonly port: ConferencePort;
  readonly timing: Required<ControlTiming>;
  readonly allow: (request: PointerRequest) => PointerConsent | Promise<PointerConsent>;
  readonly onChange: () => void;
  readonly onControlled: (pointer: PointerSnapshot) => void;
  readonly onFreed: (pointer: PointerSnapshot, reason: PointerEnd) => void;
  readonly onActions: (pointer: PointerSnapshot, actions: readonly PointerAction[]) => void;
  /** Receives an exception of the decision. */
  readonly onError: (error: unknown) => void;
}

type Arg = Readonly<Record<string, unknown>>;

/** Pointer surfaces of the local member's streams: requests and current controls (spec §4; wire-conference 7.2). */
export class HostPointers {
  readonly #options: HostPointersOptions;
  /** One for each stream. */
  readonly #sessions = new Map<string, Session>();
  #stopChecking: Dispose | undefined;

  constructor(options: HostPointersOptions) {
    this.#options = options;
  }

  get snapshots(): readonly PointerSnapshot[] {
    return [...this.#sessions.values()].map(({ snapshot }) => snapshot);
  }

  /** Handles a message of a member for a stream of the local member. */
  handle(message: WireMessage, arg: Arg, member: MemberSnapshot, streamId: string): void {
    if (arg.evt === wire.EVT_REQUEST) return this.#requested(message, arg, member, streamId);
    const session = this.#sessions.get(streamId);
    const isIts = session?.snapshot.controlId === arg.cId && session?.snapshot.memberId === member.id;
    if (arg.evt === wire.EVT_RELEASE) {
      if (session && isIts) this.#finish(session, 'stopped');
      return this.#answer(message, wire.OK, { cId: arg.cId });
    }
    if (!session || !isIts || !session.machine.is('controlling')) return this.#refuse(message, arg);
    session.heardAt = this.#now;
    if (arg.evt === wire.EVT_KEEP_ALIVE) return this.#answer(message, wire.OK, { sn: 0 });
    if (arg.evt !== wire.EVT_ACTIONS) return this.#refuse(message, arg);
    // Earlier actions were lost and are sent again; actions after the gap must wait for them.
    if (Number.isSafeInteger(arg.after) && (arg.after as number) > session.sn) {
      return this.#answer(message, wire.TIMED_OUT, { sn: session.sn }, 'actions before these are missing');
    }
    this.#act(session, Array.isArray(arg.actions) ? arg.actions : []);
    this.#answer(message, wire.OK, { sn: session.sn });
  }

  /** Ends controls whose member or stream is gone. */
  follow(): void {
    for (const session of [...this.#sessions.values()]) {
      const end = endOf(this.#options.port, session.snapshot.streamId, session.snapshot.memberId);
      if (end) this.#finish(session, end);
    }
  }

  /** Ends the selected sessions on behalf of the local member. */
  end(reason: PointerEnd, isMeant: (pointer: PointerSnapshot) => boolean = () => true): void {
    const { conference } = this.#options;
    for (const session of [...this.#sessions.values()].filter(({ snapshot }) => isMeant(snapshot))) {
      const { streamId, controlId: cId } = session.snapshot;
      const wasControlling = session.machine.is('controlling');
      this.#finish(session, reason);
      // Deployed controllers do not accept this message: they detect the end by the answer to their next message.
      if (!wasControlling || !session.member.acceptedOps.includes(ACCEPTS_MORE_CONTROL)) continue;
      const arg = { op2: wire.OP2_POINTER, streamId, evt: wire.EVT_RELEASE, cId };
      requestControl(conference, session.member, arg).catch(() => undefined);
    }
  }

  /** Refuses a message of an unknown control. */
  #refuse(message: WireMessage, { cId }: Arg): void {
    this.#answer(message, wire.NOT_ALLOWED, { cId }, wire.NO_SURFACE);
  }

  #requested(message: WireMessage, { cId }: Arg, member: MemberSnapshot, streamId: string): void {
    if (typeof cId !== 'string' || cId === '' || cId.length > 64) return this.#refuse(message, { cId });
    const current = this.#sessions.get(streamId);
    if (current && current.member.name !== member.name) return this.#answer(message, wire.BUSY, { cId });
    const isKnown = current?.machine.is('controlling') === true;
    if (current) this.#finish(current, 'replaced');
    const session: Session = {
      machine: new StateMachine({ name: 'pointer surface', initial: 'requesting', transitions: POINTER_TRANSITIONS }),
      member,
      over: new AbortController(),
      request: message,
      snapshot: { streamId, memberId: member.id, controlId: cId, state: 'requesting' },
      heardAt: this.#now,
      sn: 0,
      held: new Map(),
    };
    this.#sessions.set(streamId, session);
    const { port, timing } = this.#options;
    this.#stopChecking ??= port.context.platform.clock.every(timing.checkIntervalMs, () => this.#check());
    // The current controller already has consent.
    if (isKnown) this.#decide(session, true);
    else void this.#ask(session);
  }

  async #ask(session: Session): Promise<void> {
    const { member, over, snapshot } = session;
    const { streamId, controlId } = snapshot;
    this.#options.onChange();
    try {
      this.#decide(session, await this.#options.allow({ streamId, member, controlId, signal: over.signal }));
    } catch (error) {
      this.#decide(session, false);
      this.#options.onError(error);
    }
  }

  #decide(session: Session, decision: PointerConsent): void {
    if (!session.machine.is('requesting')) return;
    if (decision !== true) return this.#finish(session, 'refused', decision === 'busy' ? wire.BUSY : wire.REJECTED);
    session.machine.send('accept');
    session.heardAt = this.#now;
    session.snapshot = { ...session.snapshot, state: 'controlling' };
    this.#answer(session.request, wire.OK, { cId: session.snapshot.controlId });
    this.#options.onChange();
    this.#options.onControlled(session.snapshot);
  }

  /** In order, each once: repeated actions may have been handled before. */
  #act(session: Session, values: readonly unknown[]): void {
    const actions = values
      .map(decodeAction)
      .filter((action) => action !== undefined)
      .filter(({ sn }) => sn > session.sn)
      .sort((a, b) => a.sn - b.sn)
      .filter(({ sn }, index, all) => sn !== all[index - 1]?.sn);
    // Unreadable actions count as handled, or they would be sent again forever.
    const numbers = values.map((value) => (value as { readonly sn?: unknown } | null)?.sn).filter(Number.isSafeInteger);
    session.sn = Math.max(session.sn, ...(numbers as number[]));
    for (const action of actions) hold(session.held, action);
    if (actions.length > 0) this.#options.onActions(session.snapshot, actions);
  }

  /** Releases pressed buttons and keys when the controller is gone. */
  #letGo(session: Session): void {
    const left = [...session.held.values()].map((action) => ({ ...action, sn: (session.sn += 1) }));
    session.held.clear();
    if (left.length > 0) this.#options.onActions(session.snapshot, left);
  }

  #check(): void {
    for (const session of [...this.#sessions.values()]) {
      if (this.#now - session.heardAt >= this.#options.timing.timeoutMs)
        this.#finish(session, 'timeout', wire.TIMED_OUT);
    }
  }

  #finish(session: Session, reason: PointerEnd, code = wire.REJECTED): void {
    const wasControlling = session.machine.is('controlling');
    this.#letGo(session);
    if (!session.machine.trySend('end')) return;
    const { streamId, controlId: cId } = session.snapshot;
    this.#sessions.delete(streamId);
    session.snapshot = { ...session.snapshot, state: 'ended', endReason: reason };
    session.over.abort(new LecternError(`the request is over: ${reason}`, { reason: 'aborted' }));
    if (this.#sessions.size === 0) {
      this.#stopChecking?.();
      this.#stopChecking = undefined;
    }
    if (!wasControlling) this.#answer(session.request, code, { cId });
    this.#options.onChange();
    if (wasControlling) this.#options.onFreed(session.snapshot, reason);
  }

  #answer(message: WireMessage, result: number, arg: Arg, msg?: string): void {
    answer(this.#options.port, message, result, arg, msg);
  }

  get #now(): number {
    return this.#options.port.context.platform.clock.now();
  }
}

/** Records pressed buttons and keys with the pointer's position, and forgets released ones. */
function hold(held: Session['held'], action: PointerAction): void {
  if (action.kind === 'move') {
    const { x, y } = action;
    for (const [name, up] of held) if ('x' in up) held.set(name, { ...up, x, y });
  } else if (action.kind === 'down') held.set(action.button, { ...action, kind: 'up' });
  else if (action.kind === 'up') held.delete(action.button);
  else if (action.kind === 'key-down') held.set(`key ${action.keyCode}`, { ...action, kind: 'key-up' });
  else if (action.kind === 'key-up') held.delete(`key ${action.keyCode}`);
}
