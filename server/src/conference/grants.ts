import { ControlOp, Op, Role } from '@lectern/rtc/protocol';
import { sessionsOf } from './authority.js';
import { removeStream } from './channels.js';
import type { ConferenceContext } from './context.js';
import type { Member } from './model.js';
import { tellMute } from './mutes.js';
import { unveil } from './presence.js';
import { answerGranted } from './relays.js';
import type { Step } from './step.js';
import { wireMember } from './wire.js';

/**
 * Deployed clients ignore announcements of a member they know; those that grant capabilities update it (docs/wire.md).
 */
function tellOthers(step: Step, member: Member): void {
  if (member.isSilent) return;
  for (const other of step.state.members.values()) {
    const isToHear = other.id !== member.id && other.caps.length > 0;
    if (isToHear) step.push(other.id, { op: Op.MemberEntered, mem: wireMember(member) });
  }
}

function changeSession(step: Step, context: ConferenceContext, { id, name, role: former }: Member, role: Role): void {
  // A member that may speak is announced by name first.
  if (role !== Role.Audience) unveil(step, id);
  if (role === Role.Audience) for (const stream of step.streamsOf(id)) removeStream(step, stream);
  const member = step.member(id);
  if (member === undefined) return;
  step.setMember({ ...member, role });
  const data = { memId: id, memName: name, role, formerRole: former };
  step.effect({ kind: 'happened', event: { type: 'member.role', data } });
  step.touchLists();
  tellOthers(step, { ...member, role });
  step.push(id, { op: Op.RoleUpdated, role, roleToken: context.roleToken(step.state.id, name), cver: step.state.cver });
  if (role !== Role.Audience) answerGranted(step, member, ControlOp.RequestTalker);
  if (role === Role.Admin) answerGranted(step, member, ControlOp.RequestAdmin);
  if ((role === Role.Admin) !== (former === Role.Admin)) {
    step.announce({ op: Op.AdminChanged, memId: id, memName: name, role });
  }
}

/**
 * Sets the role of a user in all its sessions: op 412 to each, with a role token; op 413 to all members when an admin
 * comes or goes. Other role changes are sent at once to members with capabilities, and to all others with the next
 * complete lists. The caller settles the flags of streams.
 */
export function grantRole(step: Step, context: ConferenceContext, memName: string, role: Role): void {
  step.patch({ roles: new Map(step.state.roles).set(memName, role) });
  if (step.state.config.operated !== undefined) {
    step.patch({ decided: new Map(step.state.decided).set(memName, { role, at: context.now() }) });
    if (role === Role.Admin) step.patch({ admins: new Map(step.state.admins).set(memName, true) });
  }
  if (role === Role.Admin && step.state.mutes.has(memName)) {
    const mutes = new Map(step.state.mutes);
    mutes.delete(memName);
    step.patch({ mutes });
  }
  for (const member of sessionsOf(step.state, memName)) {
    if (member.role !== role) changeSession(step, context, member, role);
    tellMute(step, member.id);
  }
}
