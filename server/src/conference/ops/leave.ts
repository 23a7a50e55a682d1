import { ResultCode } from '@lectern/rtc/protocol';
import { removeMember } from '../members.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/** Op 201. */
export function leave(step: Step, member: Member, frame: { readonly reason: number }, tsxId: string | undefined): void {
  step.reply(member.id, tsxId, ResultCode.Ok);
  if (member.link.state === 'online') step.effect({ kind: 'release', socketId: member.link.socketId });
  removeMember(step, member, frame.reason);
}
