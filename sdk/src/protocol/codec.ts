import type { SessionDescription, WireCandidate, WireMessage } from './messages.js';

/** Longest frame that either side sends or accepts, in bytes. */
export const MAX_FRAME_BYTES = 256 * 1024;

/** A frame, or a nested value of one, violates the protocol's format. */
export class WireFormatError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WireFormatError';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WireFormatError(`${what} is not valid JSON`, { cause });
  }
};

/** Parses one text frame: a plain JSON object with a numeric `op`. @throws {WireFormatError} */
export function decodeFrame(text: string): WireMessage {
  const value = parseJson(text, 'the frame');
  if (!isRecord(value)) throw new WireFormatError('a frame must be one JSON object');
  if (typeof value.op !== 'number' || !Number.isInteger(value.op)) {
    throw new WireFormatError('a frame must have an integer "op"');
  }
  return value as WireMessage;
}

/** Encodes one frame; undefined members are omitted. */
export const encodeFrame = (message: WireMessage): string => JSON.stringify(message);

/** Encodes `{type, sdp}` for the wire: JSON text with the type in upper case. */
export const encodeSdp = (description: SessionDescription): string =>
  JSON.stringify({ type: description.type.toUpperCase(), sdp: description.sdp });

/** Parses an `sdp` member: JSON text or an object, any case of the type. @throws {WireFormatError} */
export function decodeSdp(value: unknown): SessionDescription {
  const object = typeof value === 'string' ? parseJson(value, '"sdp"') : value;
  if (!isRecord(object) || typeof object.sdp !== 'string' || typeof object.type !== 'string') {
    throw new WireFormatError('"sdp" must hold a type and an sdp text');
  }
  const type = object.type.toLowerCase();
  if (type !== 'offer' && type !== 'answer' && type !== 'pranswer') {
    throw new WireFormatError(`"sdp" has the unknown type ${JSON.stringify(object.type)}`);
  }
  return { type, sdp: object.sdp };
}

/** Encodes candidates for the wire: an array of JSON texts. */
export const encodeCandidates = (candidates: readonly WireCandidate[]): string[] =>
  candidates.map(({ candidate, sdpMLineIndex, sdpMid }) =>
    JSON.stringify({ type: 'candidate', candidate, mlineindex: sdpMLineIndex, mid: sdpMid }),
  );

function decodeCandidate(value: unknown): WireCandidate | undefined {
  let entry = value;
  if (typeof entry === 'string') {
    if (!entry.trimStart().startsWith('{')) entry = { candidate: entry };
    else entry = parseJson(entry, 'a candidate');
  }
  if (!isRecord(entry) || typeof entry.candidate !== 'string') throw new WireFormatError('a candidate has no text');
  if (entry.candidate === '') return undefined;
  const index = entry.mlineindex ?? entry.sdpMLineIndex ?? 0;
  const mid = entry.mid ?? entry.sdpMid ?? index;
  if (!Number.isInteger(index)) throw new WireFormatError('a candidate has a bad m-line index');
  if (typeof mid !== 'string' && typeof mid !== 'number') throw new WireFormatError('a candidate has a bad mid');
  return { candidate: entry.candidate, sdpMLineIndex: index as number, sdpMid: String(mid) };
}

/**
 * Parses a `cands` member: an array of JSON texts or objects, or the JSON text of such an array, with either name of
 * the m-line. Empty candidates are dropped. @throws {WireFormatError}
 */
export function decodeCandidates(value: unknown): WireCandidate[] {
  if (value === undefined || value === null) return [];
  const list = typeof value === 'string' ? parseJson(value, '"cands"') : value;
  if (!Array.isArray(list)) throw new WireFormatError('"cands" must be an array');
  return list.map(decodeCandidate).filter((entry) => entry !== undefined);
}

/** Parses text that holds a JSON object, or an object. @throws {WireFormatError} */
export function decodeObject(value: unknown, what: string): Record<string, unknown> {
  const object = typeof value === 'string' ? parseJson(value, what) : value;
  if (!isRecord(object)) throw new WireFormatError(`${what} must be a JSON object`);
  return object;
}

/** Parses text that may be JSON; other text is returned unchanged (`ext`, op 1003). */
export function decodeLoose(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
