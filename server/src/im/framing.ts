import type { RawData } from 'ws';

/** A WebSocket frame that is invalid for the transport. */
export class FramingError extends Error {
  constructor(
    message: string,
    /** Code to close the socket with. */
    readonly code: number,
  ) {
    super(message);
    this.name = 'FramingError';
  }
}

/** Encoding of messages in WebSocket frames. */
export interface Framing {
  /** First frame of the server. */
  readonly greeting?: string;
  /** @throws {FramingError} */
  read(data: RawData, isBinary: boolean): readonly Uint8Array[];
  write(message: Uint8Array): Uint8Array | string;
  /** Last frame before the socket is closed. */
  farewell?(code: number, reason: string): string;
}

const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}

/** One message per binary frame: clients from 4.13 on. */
export const binaryFraming: Framing = {
  read(data, isBinary) {
    if (!isBinary) throw new FramingError('frames must be binary', UNSUPPORTED_DATA);
    return [bytesOf(data)];
  },
  write: (message) => message,
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function readBase64(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !BASE64.test(text)) {
    throw new FramingError('messages must be texts of base64', POLICY_VIOLATION);
  }
  return Buffer.from(text, 'base64');
}

function readTexts(data: RawData): unknown {
  const text = bytesOf(data).toString();
  // Clients may send empty frames to probe the connection.
  if (text === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    throw new FramingError('frames must be lists of texts, in JSON', POLICY_VIOLATION);
  }
}

/**
 * SockJS with messages in base64: clients up to 4.8.1. Both sides send lists, and the server prefixes each frame with
 * its type.
 */
export const sockJsFraming: Framing = {
  greeting: 'o',
  read(data, isBinary) {
    if (isBinary) throw new FramingError('frames must be texts', UNSUPPORTED_DATA);
    const texts = readTexts(data);
    return (Array.isArray(texts) ? texts : [texts]).map(readBase64);
  },
  write: (message) => `a["${Buffer.from(message).toString('base64')}"]`,
  farewell: (code, reason) => `c${JSON.stringify([code, reason])}`,
};
