import { deferred, race } from '../core/abort.js';
import type { ImPort, IncomingCallMessage } from '../im/port.js';
import { decodeObject } from '../protocol/codec.js';
import { REPLY_TIMEOUT_MS, VIDEO, VOICE } from './constants.js';

/** The JSON part of a message. */
export type CallContent = Readonly<Record<string, unknown>>;

/** One message of a call. */
export interface CallMessage {
  /** Plain user name, set by the server. */
  readonly from: string;
  readonly sessionId: string;
  readonly routeKey: string;
  readonly isVideo: boolean;
  readonly endReason: number;
  readonly content: CallContent;
}

/** Reads an item; undefined unless it is a message of a call. */
export function readMessage({ from, body }: IncomingCallMessage): CallMessage | undefined {
  try {
    const { sessionId = '', routeKey = '', type, endReason = 0, content } = body;
    const isVideo = type === VIDEO;
    // Some clients append their device to the name.
    const [name = ''] = from.split('/');
    return { from: name, sessionId, routeKey, isVideo, endReason, content: decodeObject(content, 'content') };
  } catch {
    return undefined;
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Parameters of a call that both sides share. */
export interface CallParameters {
  readonly peer: string;
  readonly sessionId: string;
  readonly isVideo: boolean;
  readonly routeKey?: string;
}

export interface SendOptions {
  readonly endReason?: number;
  /** 0 requests direct delivery to the other side. */
  readonly routeFlag?: 0 | 1;
  readonly tsxId?: string | number;
}

/**
 * Sends and reads the messages of one call: each carries its session, its key and the fields that the other side
 * expects echoed.
 */
export class CallLine {
  readonly parameters: CallParameters;
  readonly #port: ImPort;
  readonly #newId: () => number;
  readonly #waiting = new Map<string, (content: CallContent) => void>();
  #routeKey: string;
  #ctx: unknown;

  constructor(port: ImPort, newId: () => number, parameters: CallParameters) {
    this.parameters = parameters;
    this.#port = port;
    this.#newId = newId;
    this.#routeKey = parameters.routeKey ?? '';
  }

  /** @throws {LecternError} when the server refuses the message. */
  async send(content: CallContent, { endReason, routeFlag = 1, tsxId }: SendOptions = {}): Promise<void> {
    const { peer, sessionId, isVideo } = this.parameters;
    const whole = {
      ...content,
      tsxId: tsxId ?? String(this.#newId()),
      ...(this.#ctx !== undefined && { ctx: this.#ctx }),
    };
    const body = {
      sessionId,
      type: isVideo ? VIDEO : VOICE,
      content: JSON.stringify(whole),
      ...(endReason !== undefined && { endReason }),
      routeFlag,
      routeKey: this.#routeKey,
    };
    await this.#port.sendCall(peer, body);
  }

  /** Sends and waits for the answer. @throws {LecternError} reason `timeout`; as the server refuses. */
  async request(content: CallContent, signal: AbortSignal): Promise<CallContent> {
    const tsxId = String(this.#newId());
    const { promise, resolve } = deferred<CallContent>();
    this.#waiting.set(tsxId, resolve);
    try {
      await race(this.send(content, { tsxId }), { signal });
      return await race(promise, { signal, clock: this.#port.platform.clock, timeoutMs: REPLY_TIMEOUT_MS });
    } finally {
      this.#waiting.delete(tsxId);
    }
  }

  /** Takes the fields that every message carries; returns true if it was the answer to a request. */
  heard({ routeKey, content }: CallMessage): boolean {
    const { ctx, rtKey, rtkey = rtKey, tsxId } = content;
    if (ctx !== undefined) this.#ctx = ctx;
    this.#routeKey = textOf(rtkey) || routeKey || this.#routeKey;
    const waiting = this.#waiting.get(String(tsxId));
    waiting?.(content);
    return waiting !== undefined;
  }
}
