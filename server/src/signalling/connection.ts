import { decodeFrame, encodeFrame, Op, ServerCode, WireFormatError, type WireMessage } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { userOf } from '../auth/identity.js';
import type { Tickets } from '../auth/tickets.js';
import type { Clock } from '@lectern/kit/clock';
import type { ConferenceHost } from '../conference/host.js';
import { transactionOf } from '../conference/reduce.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { TicketClaims } from '../conference/ops/enter.js';
import type { GrantRevocations } from '../keys/index.js';
import type { ServerMetrics } from '../metrics.js';
import { TokenBucket } from '@lectern/kit/rate-limits';
import type { ConferenceRecord } from '../store/index.js';
import { readEnter } from './enter-frame.js';

/** Limits of one socket. Times in milliseconds. */
export interface SocketLimits {
  /** Timeout of op 200. */
  readonly enterTimeoutMs: number;
  /** Frames per second, and burst. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** A socket with more unsent bytes than this is closed. */
  readonly maxBufferedBytes: number;
  /** Interval of pings, in milliseconds; a socket that is silent for two of them is closed. */
  readonly pingIntervalMs: number;
}

/** Close codes of the WebSocket protocol. */
export const CloseCode = {
  /** The server is shutting down. @remedy Nothing: the SDK reconnects. */
  GoingAway: 1001,
  /** A frame was binary; signalling is text. @remedy Send JSON in text frames. */
  UnsupportedData: 1003,
  /**
   * Too many or malformed frames, a first frame other than op 200, or too many refused enters.
   * @remedy Request a new ticket and connect again; slow down.
   */
  PolicyViolation: 1008,
} as const;

export interface ConnectionPorts {
  readonly clock: Clock;
  readonly tickets: Tickets;
  readonly registry: ConferenceRegistry;
  readonly revocations: Pick<GrantRevocations, 'isRevoked'>;
  readonly metrics: ServerMetrics;
  readonly log: Logger;
  readonly limits: SocketLimits;
}

/**
 * - `fresh`: open, op 200 has not succeeded
 * - `entered`: bound to a member
 * - `left`: its member has left; nothing more is read
 * - `closed`: final
 */
type Phase =
  | { readonly name: 'fresh' }
  | { readonly name: 'entered'; readonly memberId: string; readonly host: ConferenceHost }
  | { readonly name: 'left' }
  | { readonly name: 'closed' };

const LINGER_AFTER_LEAVE_MS = 3_000;
/** Timeout of the other side's close frame, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Codes that are counted; members may answer each other with any number. */
const REFUSALS: ReadonlySet<number> = new Set(Object.values(ServerCode));
const MAX_REASON_BYTES = 123;
/** Refused enters after which a socket is closed. */
const MAX_REFUSED_ENTERS = 10;
/** Length of an answer, in characters, that counts as one frame of the requesting socket. */
const ANSWER_PER_FRAME = 16 * 1024;

/** One signalling socket: framing, limits, and the member that it is bound to. */
export class Connection {
  readonly #rate: TokenBucket;
  readonly #cancelEnterTimeout: () => void;
  #phase: Phase = { name: 'fresh' };
  #lastHeard: number;
  #refusedEnters = 0;

  constructor(
    readonly id: string,
    private readonly socket: WebSocket,
    private readonly ip: string,
    private readonly ports: ConnectionPorts,
  ) {
    const { clock, limits } = ports;
    this.#lastHeard = clock.now();
    this.#rate = new TokenBucket(limits.framesPerSecond, limits.frameBurst, clock.now());
    this.#cancelEnterTimeout = clock.after(limits.enterTimeoutMs, () =>
      this.close(CloseCode.PolicyViolation, 'no enter (op 200) in time'),
    );
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('pong', () => this.#hear());
    socket.on('ping', () => this.#onPing());
    socket.on('error', (error) => ports.log.debug({ err: error, socket: id }, 'socket error'));
    socket.on('close', () => this.#onClose());
  }

  /** Binds the socket to this member. */
  bind(memberId: string, host: ConferenceHost): void {
    if (this.#phase.name === 'closed') return;
    this.#cancelEnterTimeout();
    this.#phase = { name: 'entered', memberId, host };
  }

  /** The member has left; the client closes the socket, or the server does a little later. */
  release(): void {
    if (this.#phase.name === 'closed') return;
    this.#phase = { name: 'left' };
    this.ports.clock.after(LINGER_AFTER_LEAVE_MS, () => this.close(1000, 'left'));
  }

  send(frame: WireMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.#dropSlow()) return;
    this.ports.metrics.frames.inc({ direction: 'out' });
    if (frame.op === Op.Response && typeof frame.result === 'number' && REFUSALS.has(frame.result)) {
      this.ports.metrics.refusals.inc({ what: 'signalling', code: frame.result });
    }
    const text = encodeFrame(frame);
    if (frame.op === Op.Response) this.#rate.charge(text.length / ANSWER_PER_FRAME);
    this.socket.send(text);
  }

  /** Counts further frames against the rate limit; −1 for a frame that another member requested. */
  charge(frames: number): void {
    this.#rate.charge(frames);
  }

  /** Sends a ping; a socket that was silent since the last but one is closed. */
  ping(): void {
    const silence = this.ports.clock.now() - this.#lastHeard;
    if (silence >= 2 * this.ports.limits.pingIntervalMs) {
      this.ports.metrics.dropped.inc({ reason: 'silent' });
      this.socket.terminate();
    } else if (this.socket.readyState === this.socket.OPEN) {
      this.socket.ping();
    }
  }

  close(code: number, reason: string): void {
    if (this.#phase.name === 'closed' || this.socket.readyState !== this.socket.OPEN) return;
    this.socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString());
    this.ports.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.terminate());
  }

  #hear(): void {
    this.#lastHeard = this.ports.clock.now();
  }

  /**
   * A ping is answered at once, so it counts as a frame: its answers would accumulate for a client that does not read.
   */
  #onPing(): void {
    this.#hear();
    if (this.socket.readyState !== this.socket.OPEN || this.#dropSlow()) return;
    if (!this.#rate.take(this.ports.clock.now())) this.#refuse(CloseCode.PolicyViolation, 'too many frames');
  }

  #dropSlow(): boolean {
    if (this.socket.bufferedAmount <= this.ports.limits.maxBufferedBytes) return false;
    this.ports.metrics.dropped.inc({ reason: 'slow' });
    this.ports.log.warn({ socket: this.id }, 'a socket that reads too slowly was dropped');
    this.socket.terminate();
    return true;
  }

  #refuse(code: number, reason: string): void {
    this.ports.metrics.dropped.inc({ reason: 'bad-frame' });
    this.ports.log.info({ socket: this.id, code, reason }, 'a socket was closed for what it sent');
    this.close(code, reason);
  }

  #onMessage(data: unknown, isBinary: boolean): void {
    this.#hear();
    if (this.#phase.name === 'left' || this.socket.readyState !== this.socket.OPEN) return;
    this.ports.metrics.frames.inc({ direction: 'in' });
    if (isBinary) return this.#refuse(CloseCode.UnsupportedData, 'frames must be text');
    if (!this.#rate.take(this.ports.clock.now())) return this.#refuse(CloseCode.PolicyViolation, 'too many frames');
    try {
      this.#onFrame(decodeFrame(String(data)));
    } catch (error) {
      if (error instanceof WireFormatError) return this.#refuse(CloseCode.PolicyViolation, error.message);
      this.ports.log.error({ err: error, socket: this.id }, 'a frame could not be handled');
      this.close(1011, 'internal error');
    }
  }

  #onFrame(message: WireMessage): void {
    if (message.op === Op.Enter) return this.#enter(message);
    if (this.#phase.name !== 'entered') {
      return this.#refuse(CloseCode.PolicyViolation, 'the first frame must be op 200');
    }
    this.#phase.host.dispatch({ kind: 'frame', memberId: this.#phase.memberId, message });
  }

  #enter(message: WireMessage): void {
    const tsxId = transactionOf(message);
    const enter = readEnter(message);
    if (typeof enter === 'string') return this.#refuseEnter(tsxId, ServerCode.BadParameters, enter);
    const ticket = this.ports.tickets.verify(enter.ticket);
    if (ticket === undefined) return this.#refuseEnter(tsxId, ServerCode.TicketInvalid, 'the ticket is not valid');
    const { claims, isExpired } = ticket;
    const conference = this.ports.registry.get(claims.confrId);
    if (conference === undefined) {
      return this.#refuseEnter(tsxId, ServerCode.ConferenceInvalid, 'the conference is over');
    }
    if (!this.#mayEnter(conference.host, claims.memName, enter.sessId)) {
      return this.#refuseEnter(tsxId, ServerCode.BadOperation, 'this connection has entered already');
    }
    const { sessId, nickName, ext, res, publication } = enter;
    conference.host.dispatch({
      kind: 'enter',
      socketId: this.id,
      tsxId,
      ticket: claims,
      isExpired,
      sessId,
      nickName,
      ext,
      res,
      ip: this.ip,
      isRevoked: this.#isRevoked(claims, conference.record),
      ...(publication && { publication }),
    });
  }

  #isRevoked({ grant, memName }: TicketClaims, { id, appKey, roomName }: ConferenceRecord): boolean {
    const user = userOf(appKey, memName);
    if (grant === undefined || user === undefined) return false;
    return this.ports.revocations.isRevoked(grant, { appKey, user, room: roomName ?? id });
  }

  /** A socket that is bound to a member may enter again only as that member. */
  #mayEnter(host: ConferenceHost, memName: string, sessId: string | undefined): boolean {
    if (this.#phase.name !== 'entered') return true;
    const member = this.#phase.host.state.members.get(this.#phase.memberId);
    return this.#phase.host === host && member?.name === memName && member.sessId === sessId;
  }

  #refuseEnter(tsxId: string | undefined, result: number, msg: string): void {
    this.#refusedEnters += 1;
    if (this.#refusedEnters >= MAX_REFUSED_ENTERS) {
      return this.#refuse(CloseCode.PolicyViolation, 'too many refused enters; request a new ticket');
    }
    this.ports.log.info({ socket: this.id, result, msg }, 'enter was refused');
    if (tsxId !== undefined) this.send({ op: Op.Response, tsxId, result, msg });
  }

  #onClose(): void {
    this.#cancelEnterTimeout();
    const phase = this.#phase;
    this.#phase = { name: 'closed' };
    if (phase.name === 'entered') phase.host.feed({ kind: 'socketLost', socketId: this.id });
  }
}
