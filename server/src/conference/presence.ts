import { Op } from '@lectern/rtc/protocol';
import type { Member } from './model.js';
import type { Step } from './step.js';
import { wireMember } from './wire.js';

/** Tells the others of a member (300), unless it is to be silent. */
export function announceMember(step: Step, member: Member): void {
  if (member.isSilent) return;
  step.announce({ op: Op.MemberEntered, mem: wireMember(member) }, member.id);
}

/** A silent member begins to matter to the others: they hear of it first. */
export function unveil(step: Step, memberId: string): void {
  const member = step.member(memberId);
  if (member?.isSilent !== true) return;
  const known = { ...member, isSilent: false };
  step.setMember(known);
  announceMember(step, known);
}
