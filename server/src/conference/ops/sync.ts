import { ResultCode } from '@lectern/rtc/protocol';
import type { Member } from '../model.js';
import type { Step } from '../step.js';
import { wireLists } from '../wire.js';

/**
 * Op 1000: complete lists when the conference is newer than the client's copy (trap T9). A client takes its version
 * from every event, but some changes come with no event: a client that has not received the lists since the last of
 * those gets a newer version with them.
 */
export function sync(step: Step, member: Member, frame: { readonly cver: number }, tsxId: string | undefined): void {
  const isBehind = member.listedAt < step.state.listsChangedAt;
  if (isBehind && step.state.cver <= frame.cver) step.patch({ cver: frame.cver + 1 });
  const { cver } = step.state;
  const isNewer = cver > frame.cver;
  if (isNewer) step.setMember({ ...member, listedAt: cver });
  step.reply(member.id, tsxId, ResultCode.Ok, { cver, ...(isNewer && wireLists(step.state, member.id)) });
}

/** Op 203: the complete lists, and the number of audience members that are not announced. */
export function members(step: Step, member: Member, tsxId: string | undefined): void {
  const silent = [...step.state.members.values()].filter((each) => each.isSilent).length;
  const { cver } = step.state;
  step.setMember({ ...member, listedAt: cver });
  step.reply(member.id, tsxId, ResultCode.Ok, { cver, ...wireLists(step.state, member.id), silent });
}
