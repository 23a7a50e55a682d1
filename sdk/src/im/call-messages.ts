import {
  ConferenceBody,
  ConferenceOperation,
  decode,
  encode,
  MsyncFormatError,
  type Meta,
} from '../im-protocol/index.js';
import type { IncomingCallMessage } from './port.js';

/** The body of a message of a call, from this user. */
export const writeCallBody = (from: string, body: ConferenceBody): Uint8Array =>
  encode(ConferenceBody, { ...body, operation: ConferenceOperation.MediaRequest, peerName: from });

/** Reads a message of a call; undefined if it is unreadable. */
export function readCallMessage({ from, payload = new Uint8Array() }: Meta): IncomingCallMessage | undefined {
  try {
    return { from: from?.name ?? '', body: decode(ConferenceBody, payload) };
  } catch (error) {
    if (error instanceof MsyncFormatError) return undefined;
    throw error;
  }
}
