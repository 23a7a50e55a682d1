import { Op } from '@lectern/rtc/protocol';
import type { Member } from './model.js';
import type { Step } from './step.js';
import { wireMember } from './wire.js';

/** Announces a member to the others (300), unless it is silent. */
export function announceMember(step: Step, member: Member): void {
  if (member.isSilent) return;
  step.announce({ op: Op.MemberEntered, mem: wireMember(member) }, member.id);
}

/** Announces a silent member before its first visible action. */
export function unveil(step: Step, memberId: string): void {
  const member = step.member(memberId);
  if (member?.isSilent !== true) return;
  const known = { ...member, isSilent: false };
  step.setMember(known);
  announceMember(step, known);
}
