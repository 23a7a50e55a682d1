import type { Dispose } from '../core/clock.js';
import { callListener } from '../core/emitter.js';
import { conferencePort } from '../conference/port.js';
import type { CallOptions, Conference, MemberSnapshot } from '../conference/types.js';
import { CONTROL_TIMEOUT_MS, OP_CONTROL, OP_RESPONSE, decodeLoose } from '../protocol/index.js';
import { neededOps, targetOf, type ControlArg, type MemberRef } from './accepted.js';

/** Options of a control request. */
export interface ControlOptions extends CallOptions {
  /** Milliseconds to wait for the answer; default 30 000. */
  readonly timeoutMs?: number;
}

/** A control request of another member (op 1002). */
export interface ControlRequest {
  readonly memberId: string;
  /** Undefined for an unknown sender. */
  readonly member: MemberSnapshot | undefined;
  readonly arg: ControlArg;
  /** Sends the answer, once: 0 is success; e.g. −402 rejected, −403 busy, −405 not allowed (spec §8). */
  answer(result: number, more?: { readonly msg?: string; readonly arg?: unknown }): void;
}

/**
 * Sends a control request to a member (op 1002) and resolves with the `arg` of its answer (spec §7).
 * @throws {LecternError} with the answer's code if it is not 0; −507: no such member, or it does not accept the
 * operation, which is checked locally; −408: no answer in time.
 */
export async function requestControl(
  conference: Conference,
  to: MemberRef,
  arg: ControlArg,
  { timeoutMs = CONTROL_TIMEOUT_MS, signal }: ControlOptions = {},
): Promise<unknown> {
  const { port, memId } = targetOf(conference, to, neededOps(arg));
  const { signalling, platform } = port.context;
  const response = await signalling.request(
    { op: OP_CONTROL, memId, arg: JSON.stringify(arg), tsxTime: platform.clock.now() },
    { timeoutMs, ...(signal && { signal }) },
  );
  return decodeLoose(response.arg);
}

/**
 * Handles the control requests of one kind, e.g. 20 for media and 30 for the pointer surface; the returned function
 * removes the handler. Requests without a handler are refused with −507, those of the pointer surface with −405 (spec
 * §5).
 */
export function onControl(conference: Conference, op2: number, listener: (request: ControlRequest) => void): Dispose {
  const port = conferencePort(conference);
  const { store, signalling } = port.context;
  return port.handle(OP_CONTROL, (message) => {
    const arg = decodeLoose(message.arg) as ControlArg | undefined;
    const { memId } = message;
    if (arg?.op2 !== op2 || memId === undefined) return false;
    let isAnswered = false;
    callListener(listener, {
      memberId: memId,
      member: store.now.members.find(({ id }) => id === memId),
      arg,
      answer: (result, more = {}) => {
        if (isAnswered) return;
        isAnswered = true;
        const answer = more.arg === undefined ? message.arg : JSON.stringify(more.arg);
        signalling.post({ ...message, op: OP_RESPONSE, result, msg: more.msg, arg: answer });
      },
    });
    return true;
  });
}
