import { LecternError } from '../core/errors.js';
import { closedError } from '../conference/context.js';
import type { ConferencePort } from '../conference/port.js';
import { conferencePort } from '../conference/port.js';
import type { Conference, MemberSnapshot } from '../conference/types.js';

/** A member by snapshot or id. */
export type MemberRef = MemberSnapshot | string;

/** Argument of a control request; `op2` is its kind. */
export interface ControlArg {
  readonly op2: number;
  readonly [more: string]: unknown;
}

/** Op that a member must accept for each field of a media control request (wire-conference 1.8). */
const MEDIA_CONTROL_OPS: readonly (readonly [member: string, op: number])[] = [
  ['zoom', 100201],
  ['focus', 100202],
  ['expo', 100203],
  ['frz', 100204],
  ['pic', 100205],
  ['tor', 100206],
  ['cam', 100232],
  ['controlType', 100232],
  ['now', 100232],
];

/** Ops that a member must accept to receive this op 1002. Requests and mutes (21 to 24) need none (spec §5). */
export function neededOps(arg: ControlArg): readonly number[] {
  if (arg.op2 === 30) return [100230];
  if (arg.op2 === 31) return [100231];
  if (arg.op2 !== 20) return [];
  return MEDIA_CONTROL_OPS.flatMap(([member, op]) => (arg[member] === undefined ? [] : [op]));
}

const notAccepted = (message: string): LecternError => new LecternError(message, { reason: 'refused', code: -507 });

/**
 * Port of a conference that has not ended, and the id of a member that accepts these ops. @throws {LecternError} −507
 */
export function targetOf(
  conference: Conference,
  ref: MemberRef,
  ops: readonly number[],
): { readonly port: ConferencePort; readonly memId: string } {
  const port = conferencePort(conference);
  const { members, state } = port.context.store.now;
  if (state === 'left') throw closedError();
  const id = typeof ref === 'string' ? ref : ref.id;
  const member = members.find((known) => known.id === id);
  if (!member) throw notAccepted(`there is no member ${id}`);
  const missing = ops.find((op) => !member.acceptedOps.includes(op));
  if (missing !== undefined) throw notAccepted(`${member.nickName} does not accept the operation ${missing}`);
  return { port, memId: id };
}
