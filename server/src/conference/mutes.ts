import { ControlOp, Op, Role } from '@lectern/rtc/protocol';
import type { Member } from './model.js';
import { SERVER_MEMBER_ID } from './operated.js';
import type { Step } from './step.js';

/**
 * Member in whose name a mute is announced. Deployed clients accept it only from a member they know: an admin, or else
 * any other. Clients that grant capabilities accept it from the server, too.
 */
function speaker(step: Step, memberId: string): Member | undefined {
  const others = [...step.state.members.values()].filter((member) => member.id !== memberId && !member.isSilent);
  return others.find((member) => member.role === Role.Admin) ?? others[0];
}

/**
 * Notifies a member by op 1002 that it is muted or unmuted, unless it knows already; needed when it returns or enters
 * anew, because no other message says so. Mute-all is carried by `cstate`.
 */
export function tellMute(step: Step, memberId: string): void {
  const member = step.member(memberId);
  if (member === undefined || member.link.state !== 'online') return;
  const isMuted = step.state.mutes.has(member.name);
  const from = speaker(step, memberId)?.id ?? (member.caps.length > 0 ? SERVER_MEMBER_ID : undefined);
  if (isMuted === member.isToldMuted || from === undefined) return;
  step.setMember({ ...member, isToldMuted: isMuted });
  step.push(memberId, {
    op: Op.Control,
    memId: from,
    arg: JSON.stringify({ op2: isMuted ? ControlOp.Mute : ControlOp.Unmute, memId: memberId }),
  });
}
