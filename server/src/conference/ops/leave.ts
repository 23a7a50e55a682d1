import { ResultCode } from '@lectern/rtc/protocol';
import type { ConferenceContext } from '../context.js';
import { settleFlags } from '../flags.js';
import { removeMember } from '../members.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/** A member left permanently; the admin that succeeds it may be unmuted. */
export function leaveForGood(step: Step, context: ConferenceContext, member: Member, reason: number): void {
  const before = step.state;
  removeMember(step, context, member, reason);
  settleFlags(step, before);
}

/** Op 201. */
export function leave(
  step: Step,
  member: Member,
  frame: { readonly reason: number },
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  step.reply(member.id, tsxId, ResultCode.Ok);
  if (member.link.state === 'online') step.effect({ kind: 'release', socketId: member.link.socketId });
  leaveForGood(step, context, member, frame.reason);
}
