import { deferred, race, type Deferred } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { Timings } from '../core/timings.js';
import * as wire from '../protocol/index.js';
import type { WireMessage, WireResponse } from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';
import type { LinkIds } from './ids.js';
import { Seat, type SeatEvents, type SeatHost } from './seat.js';

/** Longest time from an offer to its applied answer, in ms; then the connection counts as lost. */
export const NEGOTIATION_TIMEOUT_MS = 15_000;
/** Maximum streams of one connection; further ones get separate connections. Their offer must fit into a frame. */
export const MAX_SEATS = 64;

export interface SharedTransportEnvironment {
  readonly clock: Clock;
  readonly signalling: SignallingPort;
  readonly ids: LinkIds;
  readonly timings?: Timings | undefined;
  createPeerConnection(): RTCPeerConnection;
}

interface Waiting {
  readonly seat: Seat;
  readonly message: WireMessage;
  readonly resolve: (response: WireResponse | PromiseLike<WireResponse>) => void;
  readonly reject: (error: unknown) => void;
}

const ICE_EVENTS: Partial<Record<RTCIceConnectionState, 'connected' | 'disconnected' | 'failed'>> = {
  connected: 'connected',
  completed: 'connected',
  disconnected: 'disconnected',
  failed: 'failed',
};

/**
 * A peer connection that many streams share (capability `transports`). All changes go through one queue: changes since
 * the last offer are in the next one, and the next offer waits for the last one's answer.
 */
export class SharedTransport {
  readonly id: string;
  readonly #env: SharedTransportEnvironment;
  readonly #onLost: () => void;
  readonly #pc: RTCPeerConnection;
  readonly #seats = new Set<Seat>();
  readonly #free: RTCRtpTransceiver[] = [];
  #waiting: Waiting[] = [];
  #work: 'idle' | 'due' | 'running' | 'again' | 'closed' = 'idle';
  #isNew = true;
  /** Context of the latest offer. */
  #context: string | undefined;
  #restarts = 0;
  #stopTimer: Dispose = () => undefined;
  #stopRestart: Dispose = () => undefined;
  #answer: (Pick<Deferred<string>, 'resolve' | 'reject'> & { readonly context: string }) | undefined;
  /** Local candidates queued for the first offer. */
  #gathered: wire.WireCandidate[] = [];
  #report: Promise<RTCStatsReport> | undefined;

  /** @param onLost called once, when it has failed and was not closed by its owner */
  constructor(env: SharedTransportEnvironment, onLost: () => void) {
    this.#env = env;
    this.#onLost = onLost;
    this.id = env.ids.transportId();
    const pc = env.createPeerConnection();
    this.#pc = pc;
    pc.oniceconnectionstatechange = () => this.#iceChanged(ICE_EVENTS[pc.iceConnectionState]);
    pc.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate || / tcp /i.test(candidate.candidate)) return;
      const { sdpMLineIndex, sdpMid } = candidate;
      const index = sdpMLineIndex ?? 0;
      this.#gathered.push({ candidate: candidate.candidate, sdpMLineIndex: index, sdpMid: sdpMid ?? String(index) });
      if (this.#context !== undefined) this.#sendCandidates();
    };
    pc.onconnectionstatechange = () => {
      // DTLS cannot be restarted; ICE, which fails first, can.
      if (pc.connectionState === 'failed' && pc.iceConnectionState !== 'failed') this.#lose();
    };
  }

  get isFull(): boolean {
    return this.#seats.size >= MAX_SEATS;
  }

  get isConnected(): boolean {
    return ICE_EVENTS[this.#pc.iceConnectionState] === 'connected';
  }

  /** Reserves a seat for one stream. */
  seat(events: SeatEvents): Seat {
    const seat = new Seat(this.#host, events);
    this.#seats.add(seat);
    return seat;
  }

  /** Handles ops 106, 107 and 111 of this connection. */
  receive({ op, cctx, sdp }: WireMessage): void {
    if (op === wire.OP_NEGOTIATION_NEEDED) this.#schedule();
    else if (op === wire.OP_TERMINATE) this.#lose();
    else if (op === wire.OP_ANSWER && sdp !== undefined && cctx === this.#answer?.context) {
      this.#answer?.resolve(wire.decodeSdp(sdp).sdp);
    }
  }

  /** Restarts ICE at once: the network changed, or ICE has failed. */
  restartIce(): void {
    if (this.#isNew || this.#work === 'closed') return;
    this.#stopRestart();
    this.#pc.restartIce();
    this.#schedule();
  }

  /** Signalling is restored: repeats unanswered offers, and restarts ICE if needed. */
  recover(isMoved: boolean): void {
    // An answer that was pending on the lost socket never arrives.
    this.#answer?.reject(new LecternError('the socket was lost', { reason: 'network' }));
    if (isMoved || !this.isConnected) this.restartIce();
    else if (this.#pc.signalingState !== 'stable') this.#schedule();
  }

  /** Idempotent. */
  close(): void {
    if (this.#work === 'closed') return;
    this.#work = 'closed';
    this.#stopTimer();
    this.#stopRestart();
    this.#pc.oniceconnectionstatechange = null;
    this.#pc.onicecandidate = null;
    this.#pc.onconnectionstatechange = null;
    this.#pc.close();
    const error = new LecternError('the connection was closed', { reason: 'network' });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  readonly #host: SeatHost = ((transport: SharedTransport) => ({
    get pc() {
      return transport.#pc;
    },
    get isConnected() {
      return transport.isConnected;
    },
    takeFree: (kind: string) => {
      const index = transport.#free.findIndex(({ receiver }) => receiver.track.kind === kind);
      return index < 0 ? undefined : transport.#free.splice(index, 1)[0];
    },
    offer: (seat: Seat, message: WireMessage) => {
      const response = deferred<WireResponse>();
      const { resolve, reject } = response;
      if (transport.#work === 'closed') reject(new LecternError('the connection is closed', { reason: 'network' }));
      else {
        transport.#waiting.push({ seat, message, resolve, reject });
        transport.#schedule();
      }
      return response.promise;
    },
    release: (seat: Seat) => transport.#release(seat),
    stats: () => transport.#stats(),
  }))(this);

  #sendCandidates(): void {
    if (this.#gathered.length === 0) return;
    const cands = wire.encodeCandidates(this.#gathered.splice(0));
    this.#env.signalling.post({ op: wire.OP_CANDIDATES, trsId: this.id, cctx: this.#context ?? '', cands });
  }

  #release(seat: Seat): void {
    if (!this.#seats.delete(seat) || this.#work === 'closed') return;
    this.#waiting = this.#waiting.filter((waiting) => waiting.seat !== seat);
    for (const transceiver of seat.transceivers) {
      transceiver.direction = 'inactive';
      this.#free.push(transceiver);
    }
    this.#schedule();
  }

  /** Concurrent calls share one report. */
  #stats(): Promise<RTCStatsReport> {
    if (!this.#report) {
      const report = this.#pc.getStats();
      const done = (): void => {
        this.#report = undefined;
      };
      report.then(done, done);
      this.#report = report;
    }
    return this.#report;
  }

  #schedule(): void {
    if (this.#work === 'running') this.#work = 'again';
    if (this.#work !== 'idle') return;
    this.#work = 'due';
    this.#stopTimer = this.#env.clock.after(0, () => void this.#run());
  }

  async #run(): Promise<void> {
    // Work that is due while signalling is down is done with the offer after the re-enter.
    if (this.#env.signalling.state !== 'connected') {
      this.#work = 'idle';
      return;
    }
    this.#work = 'running';
    try {
      await this.#negotiate();
    } catch (cause) {
      if (this.#isClosed()) return;
      if (this.#env.signalling.state === 'connected' && !isInterruption(cause)) return this.#lose();
    }
    if (this.#isClosed()) return;
    // Changed while the offer was pending.
    const isDue = (this.#work as string) === 'again' || this.#waiting.length > 0;
    this.#work = 'idle';
    if (isDue) this.#schedule();
  }

  async #negotiate(): Promise<void> {
    const { clock, signalling, ids } = this.#env;
    const batch = this.#waiting.splice(0);
    if (this.#isNew && batch.length === 0) return;
    await Promise.all(batch.map(({ seat }) => seat.settled()));
    const offer = await this.#pc.createOffer();
    await this.#pc.setLocalDescription(offer);
    if (this.#isClosed()) {
      const error = new LecternError('the connection was closed', { reason: 'network' });
      for (const { reject } of batch) reject(error);
      return;
    }
    const context = ids.context();
    const answer = deferred<string>();
    answer.promise.catch(() => undefined);
    this.#answer = { context, ...answer };
    for (const { seat, message, resolve } of batch) {
      const request = signalling.request({ ...message, trsId: this.id, mids: seat.mids });
      // The answer may come with a later offer, or never if no caller waits any more.
      request.catch(() => undefined);
      resolve(request);
    }
    const sdp = wire.encodeSdp({ type: 'offer', sdp: offer.sdp ?? '' });
    const isNew = this.#isNew && { isNew: 1 };
    const request = signalling.request({ op: wire.OP_NEGOTIATE, trsId: this.id, cctx: context, sdp, ...isNew });
    this.#context = context;
    this.#sendCandidates();
    await request;
    const text = await race(answer.promise, { clock, timeoutMs: NEGOTIATION_TIMEOUT_MS });
    let adjusted = text;
    for (const seat of this.#seats) adjusted = seat.adjust(adjusted);
    await this.#pc.setRemoteDescription({ type: 'answer', sdp: adjusted });
    this.#isNew = false;
    if (this.#isClosed()) return;
    for (const seat of this.#seats) seat.applied(offer.sdp ?? '', text);
  }

  #iceChanged(state: 'connected' | 'disconnected' | 'failed' | undefined): void {
    if (!state) return;
    if (state === 'connected') this.#restarts = 0;
    // A failure that an ICE restart may recover is reported to the links as a disconnect.
    for (const seat of this.#seats) seat.iceChanged(state === 'failed' ? 'disconnected' : state);
    if (state === 'connected' || this.#env.signalling.state !== 'connected') return;
    const { iceRebuildLimit = wire.ICE_REBUILD_LIMIT, iceRebuildDelayMs = wire.ICE_REBUILD_DELAY_MS } =
      this.#env.timings ?? {};
    if (state === 'failed' && ++this.#restarts > iceRebuildLimit) return this.#lose();
    if (this.#restarts <= 1) this.restartIce();
    else {
      this.#stopRestart();
      this.#stopRestart = this.#env.clock.after(iceRebuildDelayMs, () => this.restartIce());
    }
  }

  /** The connection has failed: the links are rebuilt in another one. */
  #lose(): void {
    if (this.#isClosed()) return;
    const { signalling } = this.#env;
    if (signalling.state === 'connected') {
      signalling.request({ op: wire.OP_TERMINATE, trsId: this.id }).catch(() => undefined);
    }
    this.close();
    this.#onLost();
    for (const seat of this.#seats) seat.iceChanged('failed');
  }

  #isClosed(): boolean {
    return this.#work === 'closed';
  }
}

/** The socket or the request was lost: the same offer may be repeated. */
const isInterruption = (cause: unknown): boolean => cause instanceof LecternError && cause.reason === 'network';
