import { deferred } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { Timings } from '../core/timings.js';
import { wrapError } from './wrap-error.js';
import { StateMachine } from '../core/state-machine.js';
import * as wire from '../protocol/index.js';
import type { WireCandidate, WireMessage, WireResponse } from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';
import type { LinkIds } from './ids.js';
import type { Carrier } from './carrier.js';
import { LINK_TIMEOUT_MS } from './constants.js';
import { Peer } from './peer.js';
import type { LinkPlan } from './plan.js';
import type { SeatEvents } from './seat.js';
import { LINK_TRANSITIONS, type LinkEvent, type LinkState } from './transitions.js';

export interface LinkEnvironment {
  readonly clock: Clock;
  readonly signalling: SignallingPort;
  readonly ids: LinkIds;
  createPeerConnection(): RTCPeerConnection;
  /** A seat in a shared connection; undefined if the stream needs a separate one. */
  takeSeat?(kind: LinkPlan['kind'], events: SeatEvents): Carrier | undefined;
  /** True if candidates may be sent before the answer was received (capability `fast`). */
  canTrickle(): boolean;
  /** Peer connections that closed links keep open for a short time; each call closes one of them at once. */
  readonly lingering: Set<Dispose>;
  /** Those of the specification where absent. */
  readonly timings?: Timings | undefined;
}

export interface LinkEvents {
  readonly state: (state: LinkState, previous: LinkState) => void;
  /** The response to each op 102. */
  readonly accepted: (response: WireResponse) => void;
  /** The answer was applied; these tracks are received. */
  readonly media: (tracks: MediaStreamTrack[]) => void;
  /** ICE has been disconnected for 1000 ms. */
  readonly weak: () => void;
  readonly failed: (error: LecternError) => void;
}

/** Messages that announce the end of a peer connection to the server: none, op 107, or ops 206 and 107. */
export type Farewell = 'none' | 'terminate' | 'unsubscribe';

export interface RebuildOptions {
  /** Wait before it, in ms. */
  readonly delayMs?: number;
  readonly farewell?: Farewell;
  /** Sends the farewell before the delay, not after it. */
  readonly isToldFirst?: boolean;
}

/** One attempt to connect the stream. */
interface Attempt {
  readonly peer: Carrier;
  readonly context: string;
  readonly abort: AbortController;
}

const mayPass = (cause: unknown): boolean =>
  cause instanceof LecternError &&
  (['network', 'timeout', 'closed'].includes(cause.reason) || cause.code === wire.SYSTEM_ERROR_CODE);

/** One stream's connection (spec §4): the peer connections that carry it, one after the other, as one state machine. */
export class Link {
  readonly kind: LinkPlan['kind'];
  /** Spec §4: set when the local member hung up. */
  closeReason: 'UserHangup' | undefined;
  readonly #env: LinkEnvironment;
  readonly #plan: LinkPlan;
  readonly #events: LinkEvents;
  readonly #machine: StateMachine<LinkState, LinkEvent>;
  /** Settles when the stream is open, for the first time or after a requested rebuild. */
  #opened = deferred<void>();
  #rtcId: string;
  #attempt: Attempt | undefined;
  #failures = 0;
  #farewell: Farewell = 'none';
  #stopTimer: Dispose = () => undefined;
  #stopWeakTimer: Dispose = () => undefined;

  constructor(env: LinkEnvironment, plan: LinkPlan, events: LinkEvents) {
    this.#env = env;
    this.#plan = plan;
    this.#events = events;
    this.kind = plan.kind;
    this.#rtcId = env.ids.rtcId();
    this.#machine = new StateMachine<LinkState, LinkEvent>({
      name: 'link',
      initial: 'idle',
      transitions: LINK_TRANSITIONS,
      onChange: (state, previous) => this.#changed(state, previous),
    });
    this.#opened.promise.catch(() => undefined);
  }

  get state(): LinkState {
    return this.#machine.state;
  }

  get rtcId(): string {
    return this.#rtcId;
  }

  /**
   * Sends the first offer. Resolves when a publication was accepted, or when a subscription's media is announced.
   * @throws {LecternError} `push_fail` or `sub_fail` −203; reason `closed` when it was closed meanwhile.
   */
  open(): Promise<void> {
    void this.#offer();
    return this.#opened.promise;
  }

  /** True if the connection is shared and restarts its ICE for all of its streams. */
  get isRestartable(): boolean {
    return this.#attempt?.peer.outlivesIce === true && ['connecting', 'linked', 'weak'].includes(this.state);
  }

  /** Statistics of the current peer connection; undefined between two connections. */
  stats(): Promise<RTCStatsReport> | undefined {
    return this.#attempt?.peer.stats();
  }

  /** Media bytes so far; 0 without a connection. */
  async bytes(): Promise<number> {
    return (await this.#attempt?.peer.bytes(this.kind === 'publish').catch(() => 0)) ?? 0;
  }

  /** True if the server announced a track of this kind. */
  receives(kind: string): boolean {
    return this.receivedTracks().some((track) => track.kind === kind);
  }

  /** Tracks that the answer announced. */
  receivedTracks(): readonly MediaStreamTrack[] {
    return this.#attempt?.peer.receivedTracks() ?? [];
  }

  /** Recent contributors to the received audio. */
  sources(): readonly RTCRtpContributingSource[] {
    return this.#attempt?.peer.sources() ?? [];
  }

  /** Handles ops 104, 105 and 106 of this link's `rtcId`; those for an older peer connection are dropped. */
  async receive(message: WireMessage): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt || (message.cctx !== undefined && message.cctx !== attempt.context)) return;
    try {
      const answer = message.sdp === undefined ? undefined : wire.decodeSdp(message.sdp);
      const candidates = attempt.peer.addCandidates(wire.decodeCandidates(message.cands));
      if (answer && this.state === 'offering') {
        const type = answer.type === 'pranswer' ? 'pranswer' : 'answer';
        await attempt.peer.answer({ type, sdp: this.#plan.adjustAnswer?.(answer.sdp) ?? answer.sdp });
        if (type === 'answer') this.#answered(attempt);
      }
      await candidates;
    } catch (cause) {
      this.#lose(attempt, cause);
    }
  }

  /**
   * Replaces the peer connection; settles like {@link open}, and a pending `open` settles with it. Ignored before the
   * first offer and after the end.
   */
  rebuild({ delayMs = 0, farewell = 'terminate', isToldFirst = false }: RebuildOptions = {}): Promise<void> {
    if (this.#machine.can('lose') || this.state === 'rebuilding') {
      const next = deferred<void>();
      next.promise.catch(() => undefined);
      this.#opened.resolve(next.promise);
      this.#opened = next;
      this.#failures = 0;
      this.#rebuild(delayMs, farewell, isToldFirst);
    }
    return this.#opened.promise;
  }

  /** Announces the end of the link to the server, if the server knows the link. */
  sayFarewell(farewell: Farewell = 'terminate'): void {
    if (this.state !== 'idle' && this.state !== 'failed') this.#say(farewell);
  }

  /** Ends the link, `open` with this error; a publication's peer connection follows 500 ms later. Idempotent. */
  close(farewell: Farewell, error: LecternError): void {
    if (!this.#machine.can('close')) return;
    this.sayFarewell(farewell);
    const peer = this.#attempt?.peer;
    if (peer && this.kind === 'publish' && farewell !== 'none') {
      // The other members receive the end of the stream before its media stops (spec §9: local stream close).
      const { clock, lingering } = this.#env;
      const closeNow = (): void => {
        stop();
        peer.close();
        lingering.delete(closeNow);
      };
      const stop = clock.after(wire.CLOSE_DELAY_MS, closeNow);
      lingering.add(closeNow);
      this.#release(false);
    } else this.#release();
    this.#machine.send('close');
    this.#opened.reject(error);
  }

  #changed(state: LinkState, previous: LinkState): void {
    this.#stopWeakTimer();
    if (state === 'weak') {
      this.#stopWeakTimer = this.#env.clock.after(wire.WEAK_NETWORK_DELAY_MS, () => this.#events.weak());
    }
    if (state === 'linked') {
      this.#failures = 0;
      this.#stopTimer();
    }
    this.#events.state(state, previous);
  }

  async #offer(): Promise<void> {
    if (!this.#machine.trySend('offer')) return;
    const { clock, signalling, ids, timings } = this.#env;
    let attempt: Attempt | undefined;
    try {
      const peer = this.#carrier(() => attempt);
      attempt = { peer, context: ids.context(), abort: new AbortController() };
      this.#attempt = attempt;
      this.#stopTimer = clock.after(timings?.iceTimeoutMs ?? LINK_TIMEOUT_MS, () =>
        this.#lose(attempt, 'no connection in time'),
      );
      this.#plan.prepare(peer.sections);
      const { context, abort } = attempt;
      const message = { op: wire.OP_INIT, rtcId: this.#rtcId, cctx: context, ...this.#plan.request() };
      const response = await peer.open(message, (offered) => {
        if (attempt !== this.#attempt) throw new LecternError('replaced meanwhile', { reason: 'closed' });
        const request = signalling.request(offered, { signal: abort.signal });
        if (this.#env.canTrickle()) peer.sendCandidates();
        return request;
      });
      if (attempt !== this.#attempt) return;
      this.#events.accepted(response);
      if (this.kind === 'publish') this.#opened.resolve();
    } catch (cause) {
      if (attempt !== this.#attempt) return;
      if (mayPass(cause)) this.#lose(attempt, cause);
      else this.#fail(cause);
    }
  }

  /** A seat in a shared connection if there is one, else a separate peer connection. */
  #carrier(current: () => Attempt | undefined): Carrier {
    const ice = (state: 'connected' | 'disconnected' | 'failed'): void => this.#iceChanged(current(), state);
    const { adjustAnswer } = this.#plan;
    const answered = (): void => {
      const attempt = current();
      if (attempt) this.#answered(attempt);
    };
    const seat = this.#env.takeSeat?.(this.kind, { ice, answered, adjustAnswer });
    const candidates = (list: readonly WireCandidate[]): void => this.#sendCandidates(current(), list);
    return seat ?? new Peer(this.#env.createPeerConnection(), { ice, candidates });
  }

  #answered(attempt: Attempt): void {
    if (attempt !== this.#attempt || !this.#machine.trySend('answer')) return;
    attempt.peer.sendCandidates();
    this.#events.media(attempt.peer.receivedTracks());
    if (this.kind === 'subscribe') this.#opened.resolve();
    if (attempt.peer.isConnected) this.#machine.trySend('connect');
  }

  #sendCandidates(attempt: Attempt | undefined, candidates: readonly WireCandidate[]): void {
    if (!attempt || attempt !== this.#attempt) return;
    const cands = wire.encodeCandidates(candidates);
    this.#env.signalling.post({ op: wire.OP_CANDIDATES, rtcId: this.#rtcId, cctx: attempt.context, cands });
  }

  #iceChanged(attempt: Attempt | undefined, state: 'connected' | 'disconnected' | 'failed'): void {
    if (attempt !== this.#attempt) return;
    if (state === 'failed') this.#lose(attempt, 'ICE failed');
    else this.#machine.trySend(state === 'connected' ? 'connect' : 'disconnect');
  }

  /** The attempt failed: starts another one, up to the limit. While signalling is down none is counted. */
  #lose(attempt: Attempt | undefined, cause: unknown): void {
    if (attempt !== this.#attempt) return;
    const { timings } = this.#env;
    if (this.#isUp() && ++this.#failures > (timings?.iceRebuildLimit ?? wire.ICE_REBUILD_LIMIT)) this.#fail(cause);
    else this.#rebuild(timings?.iceRebuildDelayMs ?? wire.ICE_REBUILD_DELAY_MS, 'terminate');
  }

  #rebuild(delayMs: number, farewell: Farewell, isToldFirst = false): void {
    if (this.#machine.trySend('lose')) this.#farewell = farewell;
    if (this.state !== 'rebuilding') return;
    this.#release();
    if (isToldFirst) {
      this.#say(this.#farewell, wire.TERMINATE_REBUILD);
      this.#farewell = 'none';
    }
    this.#stopTimer = this.#env.clock.after(delayMs, () => this.#restart());
  }

  #restart(): void {
    // Not attempted while signalling is down; the conference rebuilds after it has re-entered.
    if (!this.#isUp()) return;
    const isPublication = this.kind === 'publish';
    this.#say(this.#farewell, isPublication ? wire.TERMINATE_REBUILD : undefined);
    if (!isPublication) this.#rtcId = this.#env.ids.rtcId();
    if (!isPublication || this.#farewell === 'none') void this.#offer();
    else this.#stopTimer = this.#env.clock.after(wire.REPUBLISH_DELAY_MS, () => void this.#offer());
  }

  #fail(cause: unknown): void {
    const isPublication = this.kind === 'publish';
    const errorType = isPublication ? 'push_fail' : 'sub_fail';
    const what = `${isPublication ? 'publishing' : 'subscribing to'} the stream failed: `;
    const error = wrapError(cause, errorType, wire.STREAM_FAIL_CODE, what);
    if (!this.#machine.trySend('fail')) return;
    this.#release();
    this.#say('terminate');
    this.#opened.reject(error);
    this.#events.failed(error);
  }

  #isUp(): boolean {
    return this.#env.signalling.state === 'connected';
  }

  #say(farewell: Farewell, endReason?: number): void {
    const rtcId = this.#rtcId;
    const tell = (message: WireMessage): void => {
      // The server's acknowledgement has no effect (wire-conference T1), and other failures end the session.
      this.#env.signalling.request(message).catch(() => undefined);
    };
    if (farewell === 'unsubscribe') {
      tell({ op: wire.OP_UNSUBSCRIBE, rtcId, subSId: this.#plan.request().subSId });
    }
    if (farewell !== 'none') tell({ op: wire.OP_TERMINATE, rtcId, ...(endReason === undefined ? {} : { endReason }) });
  }

  #release(closePeer = true): void {
    this.#stopTimer();
    this.#stopWeakTimer();
    this.#attempt?.abort.abort();
    if (closePeer) this.#attempt?.peer.close();
    this.#attempt = undefined;
  }
}
