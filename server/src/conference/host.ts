import { Op, ServerCode, type WireMessage } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { MediaError, type MediaEngine } from '../media/engine.js';
import type { CommandInput, CommandRefusal } from './commands.js';
import type { ConferenceStore } from '../store/index.js';
import type { ConferenceContext } from './context.js';
import type { Effect, Timer } from './effects.js';
import { Journal, type EventSink } from './journal.js';
import type { ConferenceState } from './model.js';
import type { EngineResult } from './ops/engine-results.js';
import { DurableDelivery } from './durable-delivery.js';
import { reduce, transactionOf, type Input } from './reduce.js';
import type { Outcome } from './step.js';

/** The sockets, as a conference uses them. Unknown socket ids are ignored. */
export interface SocketPort {
  send(socketId: string, frame: WireMessage): void;
  bind(socketId: string, memberId: string, host: ConferenceHost): void;
  release(socketId: string): void;
  close(socketId: string, code: number, reason: string): void;
  /** The last frame of the socket does not count against its limits. */
  charge(socketId: string, frames: number): void;
}

export interface HostPorts {
  readonly clock: Clock;
  readonly engine: MediaEngine;
  readonly sockets: SocketPort;
  readonly log: Logger;
  readonly store: ConferenceStore;
  readonly events?: EventSink | undefined;
  /** Records a stream (op 500); resolves when the recording has started. Without it recording is unavailable. */
  record?(state: ConferenceState, streamId: string): Promise<void>;
  /** Receives the new state after every step; the last one is the step that closes the conference. */
  changed?(state: ConferenceState): void;
  closed(): void;
}

async function settle<Answer>(work: Promise<Answer>): Promise<EngineResult<Answer>> {
  try {
    return { ok: true, answer: await work };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: error instanceof MediaError ? error.reason : 'internal', message };
  }
}

/**
 * True for a write that must succeed first. The end of a conference is exempt: after a restart it ends again if no
 * member returns.
 */
const needsStore = (effect: Effect): boolean =>
  effect.kind === 'persist' && effect.changes.isFirm && !effect.changes.isEnd;

/** Inputs whose sender awaits the result and can repeat them; all other inputs must be processed. */
const ASKED_FOR: ReadonlySet<Input['kind']> = new Set(['enter', 'frame', 'command']);
const CANNOT_STORE = 'the server cannot store it at the moment; try again in a few seconds';

/** Runs one conference: feeds inputs to the pure logic and executes its effects. */
export class ConferenceHost {
  readonly #timers = new Map<Timer, () => void>();
  readonly #journal: Journal;
  readonly #delivery: DurableDelivery;
  #state: ConferenceState;

  constructor(
    { state, effects }: Outcome,
    private readonly context: ConferenceContext,
    private readonly ports: HostPorts,
  ) {
    const { clock, log } = ports;
    this.#state = state;
    this.#delivery = new DurableDelivery(clock, () =>
      log.error(
        { conference: state.id },
        'the database is away; the members are told of facts that are not stored yet',
      ),
    );
    this.#journal = new Journal(state.id, ports, (written) => this.#delivery.release(written));
    for (const effect of effects) this.#carryOut(effect);
  }

  get id(): string {
    return this.#state.id;
  }

  get state(): ConferenceState {
    return this.#state;
  }

  dispatch(input: Input): CommandRefusal | undefined {
    const { state, effects, refusal } = reduce(this.#state, input, this.context);
    if (this.#journal.isFailing && effects.some(needsStore) && ASKED_FOR.has(input.kind)) return this.#refuse(input);
    const wasOver = this.#state.phase === 'closed';
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
    if (!wasOver) this.ports.changed?.(state);
    return refusal;
  }

  /** Carries a command out, or returns the reason for a refusal; resolves once the resulting facts are written. */
  command(input: CommandInput): Promise<CommandRefusal | undefined> {
    const refusal = this.dispatch(input);
    return new Promise((resolve) => this.#delivery.put(() => resolve(refusal)));
  }

  /** Refuses an input whose facts cannot be written; the state is unchanged. */
  #refuse(input: Input): CommandRefusal {
    const refusal = { code: ServerCode.SystemError, message: CANNOT_STORE };
    const member = input.kind === 'frame' ? this.#state.members.get(input.memberId) : undefined;
    const asker = input.kind === 'enter' ? input.socketId : member?.link.state === 'online' && member.link.socketId;
    const tsxId =
      input.kind === 'enter' ? input.tsxId : input.kind === 'frame' ? transactionOf(input.message) : undefined;
    if (typeof asker !== 'string' || tsxId === undefined) return refusal;
    const session = member && { sessId: member.sessId };
    const frame = { op: Op.Response, tsxId, result: refusal.code, msg: refusal.message, ...session };
    this.#delivery.put(() => this.ports.sockets.send(asker, frame));
    return refusal;
  }

  /**
   * Like {@link dispatch}, for inputs of timers and the engine: an exception there must not end the other conferences.
   */
  feed(input: Input): void {
    try {
      this.dispatch(input);
    } catch (error) {
      this.ports.log.error({ err: error, conference: this.id, input: input.kind }, 'a conference failed in a step');
    }
  }

  /** Releases all resources without notifying members: the server stops. */
  dispose(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Resolves once all facts so far are written, however long that takes. */
  settled(): Promise<void> {
    return this.#journal.settled();
  }

  /** Resolves once the facts are written, or cannot be. Called when the server stops. */
  async flush(): Promise<void> {
    await this.#journal.close();
    this.#delivery.close();
  }

  #carryOut(effect: Effect): void {
    const { engine, sockets } = this.ports;
    switch (effect.kind) {
      case 'send':
        return this.#delivery.put(() => sockets.send(effect.socketId, effect.frame));
      case 'bind':
        return sockets.bind(effect.socketId, effect.memberId, this);
      case 'release':
        return this.#delivery.put(() => sockets.release(effect.socketId));
      case 'refund':
        return sockets.charge(effect.socketId, -1);
      case 'charge':
        return sockets.charge(effect.socketId, effect.frames);
      case 'closeSocket':
        return this.#delivery.put(() => sockets.close(effect.socketId, effect.code, effect.reason));
      case 'openMix':
        return engine.openMix(effect.request);
      case 'publish':
        return void this.#publish(effect);
      case 'subscribe':
        return void this.#subscribe(effect);
      case 'negotiate':
        return void this.#negotiate(effect);
      case 'candidates':
        return engine.addCandidates(effect.transportId, effect.candidates);
      case 'wanted':
        return engine.setWanted(effect.transportId, effect.wanted);
      case 'need':
        return engine.setNeed(effect.transportId, effect.need);
      case 'forwarded':
        return engine.setForwarded(effect.sourceId, effect.forwarded);
      case 'closeTransport':
        return engine.closeTransport(effect.transportId);
      case 'removeSource':
        return engine.removeSource(effect.sourceId);
      case 'record':
        return void this.#record(effect);
      case 'startTimer':
        return this.#startTimer(effect.timer, effect.delayMs);
      case 'stopTimer':
        return this.#stopTimer(effect.timer);
      case 'happened':
        // Part of `persist`.
        return;
      case 'persist': {
        const change = this.#journal.record(effect.changes);
        return effect.changes.isFirm ? this.#delivery.holdUntil(change) : undefined;
      }
      case 'closed':
        this.dispose();
        return this.ports.closed();
    }
  }

  async #publish({ request }: Extract<Effect, { kind: 'publish' }>): Promise<void> {
    const result = await settle(this.ports.engine.publish(request));
    if (!result.ok) this.#logRefusal(request.transportId, result);
    const { transportId, sourceId } = request;
    this.feed({ kind: 'published', transportId, sourceId, result });
  }

  async #subscribe({ request }: Extract<Effect, { kind: 'subscribe' }>): Promise<void> {
    const result = await settle(this.ports.engine.subscribe(request));
    if (!result.ok) this.#logRefusal(request.transportId, result);
    this.feed({ kind: 'subscribed', transportId: request.transportId, result });
  }

  async #negotiate({ request, offer }: Extract<Effect, { kind: 'negotiate' }>): Promise<void> {
    const result = await settle(this.ports.engine.negotiate(request));
    if (!result.ok) this.#logRefusal(request.connectionId, result);
    else for (const part of result.answer.results) if (!part.ok) this.#logRefusal(part.transportId, part);
    this.feed({ kind: 'negotiated', request, offer, result });
  }

  async #record({ memberId, streamId, tsxId }: Extract<Effect, { kind: 'record' }>): Promise<void> {
    const { record } = this.ports;
    const work = record?.(this.#state, streamId) ?? Promise.reject(new Error('this server does not record'));
    const result = await settle(work);
    if (!result.ok) this.ports.log.warn({ streamId, message: result.message }, 'a recording was refused');
    this.feed({ kind: 'recorded', memberId, streamId, tsxId, refusal: result.ok ? undefined : result.message });
  }

  #logRefusal(transportId: string, { reason, message }: { reason: string; message: string }): void {
    const level = reason === 'internal' || reason === 'engine-down' ? 'error' : 'info';
    this.ports.log[level]({ transportId, reason, message }, 'the media engine refused an offer');
  }

  #startTimer(timer: Timer, delayMs: number): void {
    this.#stopTimer(timer);
    const cancel = this.ports.clock.after(delayMs, () => {
      this.#timers.delete(timer);
      this.feed({ kind: 'timer', timer });
    });
    this.#timers.set(timer, cancel);
  }

  #stopTimer(timer: Timer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }
}
