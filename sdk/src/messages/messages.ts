import type { Dispose } from '../core/clock.js';
import { callListener } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { conferencePort } from '../conference/port.js';
import type { CallOptions, Conference, MemberSnapshot } from '../conference/types.js';
import { OP_MESSAGE, decodeLoose } from '../protocol/index.js';
import { targetOf, type MemberRef } from './accepted.js';

/** A message of another member (op 1003). */
export interface MemberMessage {
  readonly memberId: string;
  /** Undefined for an unknown sender, e.g. a silent member of the audience. */
  readonly member: MemberSnapshot | undefined;
  /** Content as sent. Text that is valid JSON arrives parsed (wire-conference 1.2). */
  readonly content: unknown;
}

/** Encodes text unchanged, other values as JSON. @throws {LecternError} reason `invalid-argument`. */
function encode(content: unknown): string {
  let text: string | undefined;
  try {
    text = typeof content === 'string' ? content : JSON.stringify(content);
  } catch (cause) {
    throw new LecternError('the content must be text or a JSON value', { reason: 'invalid-argument', cause });
  }
  if (text === undefined) throw new LecternError('a message needs a content', { reason: 'invalid-argument' });
  return text;
}

/**
 * Sends a member text or a JSON value; resolves when the server has relayed it (spec §3, op 1003).
 * @throws {LecternError} −507: no such member, or it accepts no messages; −408: not acknowledged within 15 s, or the
 * member is away; −9527: the connection was lost before.
 */
export async function sendMessage(
  conference: Conference,
  to: MemberRef,
  content: unknown,
  options: CallOptions = {},
): Promise<void> {
  const arg = encode(content);
  const { port, memId } = targetOf(conference, to, [OP_MESSAGE]);
  await port.context.signalling.request({ op: OP_MESSAGE, memId, arg }, { ...options });
}

/** Calls the listener for messages of the other members (spec §7, op 1003); the returned function removes it. */
export function onMessage(conference: Conference, listener: (message: MemberMessage) => void): Dispose {
  const port = conferencePort(conference);
  return port.handle(OP_MESSAGE, ({ memId, arg }) => {
    if (memId === undefined) return;
    const member = port.context.store.now.members.find(({ id }) => id === memId);
    callListener(listener, { memberId: memId, member, content: decodeLoose(arg) });
  });
}
