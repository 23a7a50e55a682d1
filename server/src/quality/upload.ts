import { QualityRecordType } from '@lectern/rtc/protocol';
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '@lectern/kit/clock';
import type { TokenBucket } from '@lectern/kit/rate-limits';
import { readRecord, type ReadRecord } from './record.js';
import type { UploadClaims } from './upload-keys.js';
import type { QualityWriter } from './writer.js';

/** Limit of unread answers of a socket, in bytes. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** Limit of invalid frames; deployed clients send one when joining failed. */
const MAX_UNREADABLE = 10;
const CLOSE_TIMEOUT_MS = 2_000;
const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;

export interface UploadPorts {
  readonly clock: Clock;
  readonly writer: QualityWriter;
  /** Shared by all sockets of a user in a conference. */
  readonly rate: TokenBucket;
  /** Interval of pings, in milliseconds; a socket that is silent for two of them is closed. */
  readonly pingIntervalMs: number;
  /** The member that a session id proves. */
  readonly memberOf: (sessionId: string) => string | undefined;
  readonly taken: (record: ReadRecord) => void;
  readonly refused: (reason: 'unreadable' | 'binary') => void;
}

export interface UploadOptions {
  /** The client requests acknowledgements, and repeats unacknowledged records. */
  readonly isAcknowledged: boolean;
  readonly uploadId: string | undefined;
}

/**
 * One socket of the quality upload (spec §7). Reading pauses above the rate limit, and while the buffer is full: no
 * record is lost, and the server's memory is bounded.
 */
export class Upload {
  readonly #socketId = randomUUID();
  #sessionUploadId: string | undefined;
  #memId: string | null = null;
  #sequence = 0;
  #unreadable = 0;
  #lastHeard: number;
  #toAcknowledge: number | undefined;
  #cancelPause: (() => void) | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly claims: UploadClaims,
    private readonly options: UploadOptions,
    private readonly ports: UploadPorts,
  ) {
    this.#lastHeard = ports.clock.now();
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('pong', () => this.#hear());
    socket.on('ping', () => this.#onPing());
    socket.on('error', () => undefined);
    socket.on('close', () => this.#cancelPause?.());
    // Sent before anything is stored: while the database is unreachable the client must not take the server for one
    // without acknowledgements.
    if (options.isAcknowledged) socket.send(JSON.stringify({ ack: -1 }));
  }

  /** Sends a ping; a socket that was silent since the last but one is closed. */
  ping(): void {
    if (this.socket.isPaused || this.socket.readyState !== this.socket.OPEN) return;
    const silence = this.ports.clock.now() - this.#lastHeard;
    if (silence >= 2 * this.ports.pingIntervalMs) this.socket.terminate();
    else this.socket.ping();
  }

  close(code: number, reason: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.close(code, reason);
    // The answer must be read.
    this.socket.resume();
    this.ports.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.terminate());
  }

  #hear(): void {
    this.#lastHeard = this.ports.clock.now();
  }

  /** A ping is answered at once, so it counts: its answers would accumulate for a client that does not read. */
  #onPing(): void {
    this.#hear();
    this.ports.rate.charge(1);
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) this.socket.terminate();
    else this.#slowDown();
  }

  #onMessage(data: unknown, isBinary: boolean): void {
    this.#hear();
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (isBinary) {
      this.ports.refused('binary');
      return this.close(UNSUPPORTED_DATA, 'records must be text');
    }
    this.ports.rate.charge(1);
    const record = readRecord(String(data));
    if (typeof record === 'string') this.#onUnreadable(record);
    else this.#take(record);
    this.#slowDown();
  }

  #onUnreadable(reason: string): void {
    this.ports.refused('unreadable');
    this.#unreadable += 1;
    if (this.#unreadable >= MAX_UNREADABLE) this.close(POLICY_VIOLATION, reason);
  }

  #take(record: ReadRecord): void {
    const { clock, writer } = this.ports;
    if (record.type === QualityRecordType.Init) this.#identify(record);
    this.ports.taken(record);
    const { type, event, streamId, body, counterId } = record;
    const [conferenceId, memName] = [this.claims.confrId, this.claims.memName];
    const { isAcknowledged, uploadId: named } = this.options;
    const now = clock.now();
    // Deployed clients use the same number more than once.
    const number = isAcknowledged ? (counterId ?? 0) : (this.#sequence += 1);
    const uploadId = isAcknowledged ? (named ?? this.#sessionUploadId ?? this.#socketId) : this.#socketId;
    writer.write(
      {
        ...{ conferenceId, memName, memId: this.#memId, uploadId },
        ...{ counterId: number, type, event, streamId, body },
        ...{ time: record.time ?? now, receivedAt: now },
      },
      () => this.#acknowledge(number),
    );
  }

  #identify({ sessionId }: ReadRecord): void {
    if (sessionId === undefined) return;
    this.#memId = this.ports.memberOf(sessionId) ?? this.#memId;
    this.#sessionUploadId = this.#memId ?? undefined;
  }

  /** Records settle in order, many at a time: the last number acknowledges all before it. */
  #acknowledge(number: number): void {
    if (!this.options.isAcknowledged) return;
    if (this.#toAcknowledge === undefined) queueMicrotask(() => this.#sendAcknowledgement());
    this.#toAcknowledge = Math.max(this.#toAcknowledge ?? 0, number);
  }

  #sendAcknowledgement(): void {
    const ack = this.#toAcknowledge;
    this.#toAcknowledge = undefined;
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.socket.terminate();
    this.socket.send(JSON.stringify({ ack }));
  }

  #slowDown(): void {
    if (this.socket.isPaused || this.socket.readyState !== this.socket.OPEN) return;
    const { clock, writer, rate } = this.ports;
    const waitMs = rate.waitMs(clock.now());
    if (writer.hasRoom && waitMs === 0) return;
    this.socket.pause();
    const goOn = (): void => {
      this.#hear();
      this.socket.resume();
    };
    if (writer.hasRoom) this.#cancelPause = clock.after(waitMs, goOn);
    else writer.whenRoom(goOn);
  }
}
