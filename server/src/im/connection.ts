import type { RawData, WebSocket } from 'ws';
import { TokenBucket } from '@lectern/kit/rate-limits';
import { FramingError, type Framing } from './framing.js';
import { ImCloseCode, ImSession, type ImPorts } from './session.js';

/** Limits of one socket. */
export interface ImSocketLimits {
  /** Frames per second, and burst. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** A socket with more unsent bytes than this is closed. */
  readonly maxBufferedBytes: number;
  /** Interval of pings, in milliseconds; a socket that is silent for two of them is closed. */
  readonly pingIntervalMs: number;
}

export interface ImConnectionPorts extends ImPorts {
  readonly sockets: ImSocketLimits;
}

/** Timeout of the other side's close frame, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;

/** One socket: limits and keep-alive; the session handles the messages. */
export class ImConnection {
  readonly #session: ImSession;
  readonly #rate: TokenBucket;
  #lastHeard: number;

  constructor(
    private readonly socket: WebSocket,
    private readonly framing: Framing,
    private readonly ports: ImConnectionPorts,
  ) {
    const { clock, sockets, log } = ports;
    this.#lastHeard = clock.now();
    this.#rate = new TokenBucket(sockets.framesPerSecond, sockets.frameBurst, clock.now());
    this.#session = new ImSession(
      { send: (frame) => this.#send(frame), close: (code, reason) => this.close(code, reason) },
      ports,
    );
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('pong', () => (this.#lastHeard = clock.now()));
    socket.on('ping', () => this.#take());
    socket.on('error', (error) => log.debug({ err: error }, 'socket error'));
    socket.on('close', () => this.#session.end());
    if (framing.greeting !== undefined) socket.send(framing.greeting);
  }

  /** Sends a ping; a socket that was silent since the last but one is closed. */
  ping(): void {
    const { clock, sockets, metrics } = this.ports;
    this.#session.check();
    if (clock.now() - this.#lastHeard >= 2 * sockets.pingIntervalMs) {
      metrics.dropped.inc({ reason: 'silent' });
      this.socket.terminate();
    } else if (this.socket.readyState === this.socket.OPEN) {
      this.socket.ping();
    }
  }

  close(code: number, reason: string): void {
    this.#session.end();
    if (this.socket.readyState !== this.socket.OPEN) return;
    const farewell = this.framing.farewell?.(code, reason);
    if (farewell !== undefined) this.socket.send(farewell);
    this.socket.close(code, reason);
    this.ports.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.terminate());
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (!this.#take() || this.socket.readyState !== this.socket.OPEN) return;
    this.ports.metrics.imFrames.inc({ direction: 'in' });
    try {
      for (const [index, message] of this.framing.read(data, isBinary).entries()) {
        // The frame itself counted for the first message.
        if (index > 0 && !this.#take()) return;
        this.#session.receive(message);
      }
    } catch (error) {
      if (error instanceof FramingError) return this.#refuse(error.code, error.message);
      this.ports.log.error({ err: error }, 'a frame of instant messaging could not be handled');
      this.close(1011, 'internal error');
    }
  }

  /** Every frame counts, pings too: their answers would accumulate for a client that does not read. */
  #take(): boolean {
    const now = this.ports.clock.now();
    this.#lastHeard = now;
    if (this.#rate.take(now)) return true;
    this.#refuse(ImCloseCode.PolicyViolation, 'too many frames');
    return false;
  }

  #refuse(code: number, reason: string): void {
    this.ports.metrics.dropped.inc({ reason: 'bad-frame' });
    this.close(code, reason);
  }

  #send(frame: Uint8Array): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.ports.sockets.maxBufferedBytes) {
      this.ports.metrics.dropped.inc({ reason: 'slow' });
      return this.socket.terminate();
    }
    this.ports.metrics.imFrames.inc({ direction: 'out' });
    this.socket.send(this.framing.write(frame));
  }
}
