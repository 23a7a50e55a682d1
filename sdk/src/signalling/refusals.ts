import { LecternError, type ErrorReason } from '../core/errors.js';
import { CLIENT_FAILURE_CODE, OP_CONTROL, OP_ENTER, ExitReason } from '../protocol/index.js';

/**
 * Results that end the session as failed (spec §8, "Refusals"); plain numbers, so that no table of all codes is
 * bundled.
 */
const FAILING: readonly number[] = [-9527, -95270, -500, -502, -504, -508, -510];

/**
 * Exit reason for a result other than 0; undefined if it only fails its request (spec §8, "Refusals"; wire-conference
 * 1.4: −501 has another meaning on enter, and answers to op 1002 come from other members).
 */
export function exitReasonOf(op: number, code: number): ExitReason | undefined {
  if (op === OP_CONTROL) return undefined;
  if (FAILING.includes(code)) return ExitReason.Failed;
  if (code === -506) return ExitReason.Closed;
  if (op === OP_ENTER) return ExitReason.Refused;
  return code === -501 ? ExitReason.Closed : undefined;
}

/** Error of this side: −9527 (spec §8). */
export const clientFailure = (message: string, reason: ErrorReason): LecternError =>
  new LecternError(message, { reason, code: CLIENT_FAILURE_CODE });
