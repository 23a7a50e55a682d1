import { ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { isTalker, protectCreator, requireAdmin, requirePresent } from '../authority.js';
import type { ConferenceContext } from '../context.js';
import { FrameError } from '../frames.js';
import { grantRole } from '../grants.js';
import { talkerLimit } from '../limits.js';
import { OPERATOR } from '../operated.js';
import type { Step } from '../step.js';

export interface RoleChange {
  /** `memName`s; each changes in all its sessions. */
  readonly names: readonly string[];
  readonly role: Role;
}

function requireTalkerRoom(step: Step, context: ConferenceContext, { names, role }: RoleChange): void {
  if (role === Role.Audience) return;
  const members = [...step.state.members.values()];
  const more = members.filter((member) => names.includes(member.name) && !isTalker(member)).length;
  const limit = talkerLimit(step.state, context);
  if (more > 0 && members.filter(isTalker).length + more > limit) {
    throw new FrameError(ResultCode.TalkersFull, `the conference has ${limit} talkers already; degrade one first`);
  }
}

function requireAdminLeft(step: Step, { names, role }: RoleChange): void {
  if (role === Role.Admin) return;
  const admins = [...step.state.members.values()].filter((member) => member.role === Role.Admin);
  if (admins.length > 0 && admins.every((member) => names.includes(member.name))) {
    throw new FrameError(ServerCode.BadParameters, 'the conference needs an admin; make somebody else admin first');
  }
}

/** chanage/roles: an admin gives members any role (spec §6). */
export function changeRoles(step: Step, by: string, change: RoleChange, context: ConferenceContext): void {
  requireAdmin(step.state, by);
  requirePresent(step.state, change.names);
  if (change.role !== Role.Admin) protectCreator(step.state, by, change.names);
  if (by !== OPERATOR) requireAdminLeft(step, change);
  requireTalkerRoom(step, context, change);
  for (const name of change.names) grantRole(step, context, name, change.role);
}

/** role/degrade: only downwards (spec §5). */
export function degrade(step: Step, by: string, change: RoleChange, context: ConferenceContext): void {
  requireAdmin(step.state, by);
  for (const [name, sessions] of requirePresent(step.state, change.names)) {
    if (sessions.every((member) => member.role <= change.role)) {
      throw new FrameError(ServerCode.BadParameters, `${name} has no higher role than ${change.role}`);
    }
  }
  changeRoles(step, by, change, context);
}
