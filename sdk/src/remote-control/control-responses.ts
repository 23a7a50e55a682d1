import type { ConferencePort } from '../conference/port.js';
import { OP_RESPONSE, decodeLoose, type WireMessage } from '../protocol/index.js';

/** Argument of an op 1002; empty unless it is an object. */
export function argOf({ arg }: WireMessage): Readonly<Record<string, unknown>> {
  const value = decodeLoose(arg);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Answers an op 1002 of another member (wire-conference 2.8). */
export function answer(
  { context: { signalling } }: ConferencePort,
  { tsxId = '', memId = '' }: WireMessage,
  result: number,
  arg: unknown,
  msg?: string,
): void {
  signalling.post({ op: OP_RESPONSE, tsxId, memId, result, msg, arg: JSON.stringify(arg) });
}
