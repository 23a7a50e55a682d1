import type { Role, WireMessage } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { MediaError, type MediaEngine } from '../media/engine.js';
import type { ConferenceContext } from './context.js';
import type { Effect, Timer } from './effects.js';
import { newConference, type ConferenceFacts, type ConferenceState } from './model.js';
import type { EngineResult } from './ops/answers.js';
import { reduce, type Input } from './reduce.js';

/** The sockets, as a conference sees them. Unknown socket ids are ignored. */
export interface SocketPort {
  send(socketId: string, frame: WireMessage): void;
  bind(socketId: string, memberId: string, host: ConferenceHost): void;
  release(socketId: string): void;
  close(socketId: string, code: number, reason: string): void;
}

export interface HostPorts {
  readonly clock: Clock;
  readonly engine: MediaEngine;
  readonly sockets: SocketPort;
  readonly log: Logger;
  persistRole(memName: string, role: Role): void;
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

/** Runs one conference: feeds what happens to the pure logic and carries out what it says. */
export class ConferenceHost {
  readonly #timers = new Map<Timer, () => void>();
  #state: ConferenceState;

  constructor(
    facts: ConferenceFacts,
    private readonly context: ConferenceContext,
    private readonly ports: HostPorts,
  ) {
    this.#state = newConference(facts);
    this.#carryOut({ kind: 'startTimer', timer: 'reap', delayMs: context.timings.reapMs });
  }

  get id(): string {
    return this.#state.id;
  }

  get state(): ConferenceState {
    return this.#state;
  }

  dispatch(input: Input): void {
    const { state, effects } = reduce(this.#state, input, this.context);
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
  }

  /** As {@link dispatch}, for what comes from timers and the engine: a fault there must not end the other conferences. */
  feed(input: Input): void {
    try {
      this.dispatch(input);
    } catch (error) {
      this.ports.log.error({ err: error, conference: this.id, input: input.kind }, 'a conference failed in a step');
    }
  }

  /** Lets go of everything without telling anybody: the server stops. */
  dispose(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #carryOut(effect: Effect): void {
    const { engine, sockets } = this.ports;
    switch (effect.kind) {
      case 'send':
        return sockets.send(effect.socketId, effect.frame);
      case 'bind':
        return sockets.bind(effect.socketId, effect.memberId, this);
      case 'release':
        return sockets.release(effect.socketId);
      case 'closeSocket':
        return sockets.close(effect.socketId, effect.code, effect.reason);
      case 'publish':
        return void this.#publish(effect);
      case 'subscribe':
        return void this.#subscribe(effect);
      case 'candidates':
        return engine.addCandidates(effect.transportId, effect.candidates);
      case 'wanted':
        return engine.setWanted(effect.transportId, effect.wanted);
      case 'forwarded':
        return engine.setForwarded(effect.sourceId, effect.forwarded);
      case 'closeTransport':
        return engine.closeTransport(effect.transportId);
      case 'removeSource':
        return engine.removeSource(effect.sourceId);
      case 'startTimer':
        return this.#startTimer(effect.timer, effect.delayMs);
      case 'stopTimer':
        return this.#stopTimer(effect.timer);
      case 'persistRole':
        return this.ports.persistRole(effect.memName, effect.role);
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
