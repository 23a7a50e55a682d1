import { Op, ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { FrameError } from '../frames.js';
import { closeConference, dropMember } from '../members.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/** Op 204: an admin ends the conference for all members (spec §6). */
export function close(step: Step, member: Member, tsxId: string | undefined): void {
  if (member.role !== Role.Admin) throw new FrameError(ServerCode.NoRights, 'only admin can action');
  step.reply(member.id, tsxId, ResultCode.Ok);
  disband(step, member.id);
}

/** Notifies the others once and releases them. */
export function disband(step: Step, exceptId?: string): void {
  step.announce({ op: Op.CloseConference, confrId: step.state.id }, exceptId);
  for (const each of step.state.members.values()) {
    if (each.link.state === 'online') step.effect({ kind: 'release', socketId: each.link.socketId });
    // Departures after the end of the conference are not announced.
    step.setMember({ ...each, link: { state: 'away' } });
  }
  for (const each of step.state.members.values()) dropMember(step, each, 0);
  closeConference(step);
}
