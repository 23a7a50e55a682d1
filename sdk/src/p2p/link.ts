import type { Clock, Dispose } from '../core/clock.js';
import { StateMachine } from '../core/state-machine.js';
import {
  ICE_REBUILD_DELAY_MS,
  ICE_REBUILD_LIMIT,
  OP_ANSWER,
  OP_CANDIDATES,
  OP_INIT,
  OP_TERMINATE,
  REPUBLISH_DELAY_MS,
  WEAK_NETWORK_DELAY_MS,
  decodeCandidates,
  encodeCandidates,
  type WireCandidate,
  type WireMessage,
} from '../protocol/index.js';
import { TwoWayConnection, type TwoWayShape } from '../link/two-way-connection.js';
import { P2P_TRANSITIONS, type P2pLinkEvent, type P2pLinkState } from './transitions.js';

/**
 * Longest time from an answer to connected ICE, or from losing media to a new offer, in ms (not in the specification).
 */
const CONNECT_TIMEOUT_MS = 20_000;
/** Requests a new offer from the side that offered (spec §4). */
export const TERMINATE_REPUBLISH = -20;

/** A session: its connection, and the id of that on the wire, which the answering side adopts from the offer. */
interface Session {
  readonly connection: TwoWayConnection;
  readonly context: string | undefined;
}

/** A stream of both sides also receives what it does not send; a shared screen is one-way. */
const shapeOf = (isMain: boolean): TwoWayShape => ({
  kinds: ['audio', 'video'],
  unsent: isMain ? 'recvonly' : 'none',
});

/** Dependencies of a link on its stream and call. */
export interface CallLinkEnvironment {
  readonly clock: Clock;
  /** The local side is the conference's caller. */
  readonly isCaller: boolean;
  isSignallingUp(): boolean;
  createPeerConnection(): RTCPeerConnection;
  /** A new name for a peer connection. */
  newContext(): string;
  /** Media that is sent now. */
  localMedia(): MediaStream | undefined;
  /** `pubS` of an offer or answer. */
  describe(): Readonly<Record<string, unknown>>;
  send(message: WireMessage, to: string | undefined): void;
}

export interface CallLinkEvents {
  readonly state: (state: P2pLinkState, previous: P2pLinkState) => void;
  /** Descriptions are complete: these tracks are received. */
  readonly received: (tracks: readonly MediaStreamTrack[]) => void;
  readonly weak: () => void;
  /** No further attempt. */
  readonly failed: (cause: unknown) => void;
}

/** The connection of one stream of a call: its offers and answers, and the peer connections that carry it. */
export class CallLink {
  readonly #id: string;
  readonly #isMain: boolean;
  readonly #env: CallLinkEnvironment;
  readonly #events: CallLinkEvents;
  readonly #machine: StateMachine<P2pLinkState, P2pLinkEvent>;
  /** True if the local side makes the offers. */
  #isOutgoing: boolean;
  /** Member on the other side; undefined until one has answered. */
  #memberId: string | undefined;
  #session: Session | undefined;
  #offer: WireMessage | undefined;
  #answer: WireMessage | undefined;
  /** Candidates that arrived before their peer connection existed. */
  #early: WireCandidate[] = [];
  /** The offer and its candidates, for devices that come online later (wire-conference 2.9). */
  #said: WireMessage[] = [];
  #failures = 0;
  #stopTimer: Dispose = () => undefined;
  #stopWeakTimer: Dispose = () => undefined;

  /** @param offer offer of the other side; absent if the local side offers */
  constructor(
    id: string,
    isMain: boolean,
    offer: WireMessage | undefined,
    env: CallLinkEnvironment,
    events: CallLinkEvents,
  ) {
    this.#id = id;
    this.#isMain = isMain;
    this.#env = env;
    this.#events = events;
    this.#offer = offer;
    this.#isOutgoing = !offer;
    this.#memberId = offer?.memId;
    this.#machine = new StateMachine<P2pLinkState, P2pLinkEvent>({
      name: 'call stream',
      initial: offer ? 'ringing' : 'calling',
      transitions: P2P_TRANSITIONS,
      onChange: (state, previous) => this.#changed(state, previous),
    });
  }

  get state(): P2pLinkState {
    return this.#machine.state;
  }

  get isOutgoing(): boolean {
    return this.#isOutgoing;
  }

  get memberId(): string | undefined {
    return this.#memberId;
  }

  async offer(): Promise<void> {
    const context = this.#env.newContext();
    const session = this.#open(context);
    const sdp = await session.connection.offerMedia(this.#env.localMedia());
    if (session !== this.#session) return;
    const message = { op: OP_INIT, rtcId: this.#id, cctx: context, sdp, pubS: this.#env.describe() };
    this.#said = [message];
    this.#env.send(message, this.#memberId);
    session.connection.sendCandidates();
  }

  /** The user accepts the call; {@link answer} follows when the media is open. */
  accept(): void {
    this.#machine.send('accept');
  }

  async answer(): Promise<void> {
    const offer = this.#offer;
    if (!offer || this.state !== 'answering') return;
    const session = this.#open(offer.cctx);
    const { connection } = session;
    void connection.addCandidates([...decodeCandidates(offer.cands), ...this.#early.splice(0)]);
    await connection.describe(offer.sdp);
    const sdp = await connection.answerMedia(this.#env.localMedia());
    if (session !== this.#session) return;
    this.#answer = {
      op: OP_ANSWER,
      rtcId: this.#id,
      ...(offer.cctx !== undefined && { cctx: offer.cctx }),
      sdp,
      ...(this.#isMain && { pubS: this.#env.describe() }),
    };
    this.#machine.send('answered');
    this.#env.send(this.#answer, this.#memberId);
    session.connection.sendCandidates();
    this.#completed(session);
  }

  /** Repeats the offer to a device that has just come online, unless another one has answered. */
  repeatTo(memberId: string): void {
    if (this.state !== 'calling') return;
    for (const message of this.#said) this.#env.send(message, memberId);
  }

  /** Signalling is restored: continues a pending rebuild. */
  resume(): void {
    if (this.state === 'rebuilding') this.#rebuild(0);
  }

  /** Handles a further offer of the other side for this stream. */
  offered(offer: WireMessage): void {
    // Both called at the same time: the caller's offer is kept.
    if (this.#isOutgoing && this.#env.isCaller && this.state === 'calling') return;
    if (this.#offer?.sdp === offer.sdp && this.#offer?.cctx === offer.cctx) {
      if (this.#answer) this.#env.send(this.#answer, this.#memberId);
      return;
    }
    this.#offer = offer;
    this.#early = [];
    this.#isOutgoing = false;
    this.#memberId = offer.memId;
    if (this.state === 'ringing') return;
    this.#release();
    this.#machine.trySend('lose');
    if (this.#machine.trySend('accept')) this.answer().catch((cause: unknown) => this.#events.failed(cause));
  }

  /** Op 106 or 104; `too-late` when another device has answered. */
  answered({ memId, sdp, cctx, cands }: WireMessage): 'taken' | 'too-late' {
    if (this.#memberId !== undefined && this.#memberId !== memId) return 'too-late';
    const session = this.#session;
    if (this.state !== 'calling' || !session || sdp === undefined) return 'taken';
    if (cctx !== undefined && cctx !== session.context) return 'taken';
    this.#memberId = memId;
    this.#machine.send('answered');
    const complete = async (): Promise<void> => {
      await session.connection.describe(sdp);
      await session.connection.addCandidates(decodeCandidates(cands));
      this.#completed(session);
    };
    complete().catch((cause: unknown) => this.#lose(session, cause));
    return 'taken';
  }

  /** Op 105. */
  candidates({ cands, cctx }: WireMessage): void {
    const candidates = decodeCandidates(cands);
    const session = this.#session;
    if (!session) this.#early.push(...candidates);
    else if (cctx === undefined || session.context === undefined || cctx === session.context) {
      void session.connection.addCandidates(candidates);
    }
  }

  /** The other side requests a new offer. */
  republish(): void {
    if (this.#isOutgoing && this.#session) this.#lose(this.#session, 'the other side lost the connection');
  }

  /**
   * Publishes the stream again if it has tracks that are not sent yet (spec §4). A pending negotiation includes them,
   * or repeats this when it completes.
   */
  renew(): void {
    const session = this.#session;
    if (!session || this.state === 'answering' || session.connection.sends(this.#env.localMedia())) return;
    if (this.state === 'calling') this.#offerAgain();
    else if (!this.#isOutgoing) this.#askForOffer();
    else if (this.#machine.trySend('lose')) {
      this.#release();
      this.#rebuild(REPUBLISH_DELAY_MS);
    }
  }

  /** True if this track is sent. */
  sends(track: MediaStreamTrack): boolean {
    return this.#session?.connection.isSending(track) ?? false;
  }

  /** Sends a track in place of that of its kind. Returns false if the stream must be published again for it. */
  async replace(track: MediaStreamTrack): Promise<boolean> {
    return (await this.#session?.connection.replace(track)) ?? false;
  }

  /** Statistics of the peer connection; undefined between two connections. */
  stats(): Promise<RTCStatsReport> | undefined {
    return this.#session?.connection.stats();
  }

  /** Idempotent. */
  end(): void {
    if (this.state === 'ended') return;
    this.#release();
    this.#machine.send('end');
  }

  #open(context: string | undefined): Session {
    this.#release();
    const connection = new TwoWayConnection(this.#env.createPeerConnection(), shapeOf(this.#isMain), {
      ice: (state) => {
        if (session !== this.#session) return;
        if (state === 'failed') this.#lose(session, 'ICE failed');
        else this.#machine.trySend(state === 'connected' ? 'connect' : 'disconnect');
      },
      candidates: (candidates) => {
        const cands = encodeCandidates(candidates);
        const message = { op: OP_CANDIDATES, rtcId: this.#id, cands, ...(context !== undefined && { cctx: context }) };
        if (this.#isOutgoing) this.#said.push(message);
        this.#env.send(message, this.#memberId);
      },
    });
    const session = { connection, context };
    this.#session = session;
    return session;
  }

  #completed(session: Session): void {
    if (session !== this.#session) return;
    this.#events.received(session.connection.receivedTracks());
    this.#stopTimer = this.#env.clock.after(CONNECT_TIMEOUT_MS, () => this.#lose(session, 'no connection in time'));
    if (session.connection.isConnected) this.#machine.trySend('connect');
    this.renew();
  }

  #lose(session: Session, cause: unknown): void {
    if (session !== this.#session || !this.#machine.trySend('lose')) return;
    this.#release();
    if (++this.#failures > ICE_REBUILD_LIMIT) this.#events.failed(cause);
    else this.#rebuild(ICE_REBUILD_DELAY_MS);
  }

  /**
   * Restores the connection: the side that offered first offers again, the other one requests an offer. Without
   * signalling it waits for {@link resume}.
   */
  #rebuild(delayMs: number): void {
    const { clock } = this.#env;
    this.#stopTimer();
    this.#stopTimer = clock.after(delayMs, () => {
      if (!this.#env.isSignallingUp()) return;
      if (this.#isOutgoing) {
        if (this.#machine.trySend('offer')) this.#offerAgain();
        return;
      }
      this.#askForOffer();
      this.#stopTimer = clock.after(CONNECT_TIMEOUT_MS, () => this.#events.failed('no new offer in time'));
    });
  }

  #offerAgain(): void {
    this.offer().catch((cause: unknown) => this.#events.failed(cause));
  }

  #askForOffer(): void {
    this.#env.send({ op: OP_TERMINATE, rtcId: this.#id, endReason: TERMINATE_REPUBLISH }, this.#memberId);
  }

  #changed(state: P2pLinkState, previous: P2pLinkState): void {
    this.#stopWeakTimer();
    if (state === 'weak') {
      this.#stopWeakTimer = this.#env.clock.after(WEAK_NETWORK_DELAY_MS, () => this.#events.weak());
    }
    if (state === 'linked') {
      this.#failures = 0;
      this.#stopTimer();
    }
    this.#events.state(state, previous);
  }

  #release(): void {
    this.#stopTimer();
    this.#stopWeakTimer();
    this.#session?.connection.close();
    this.#session = undefined;
  }
}
