import { ResultCode } from '@lectern/rtc/protocol';
import type { Member } from '../model.js';
import type { Step } from '../step.js';
import { wireLists } from '../wire.js';

/** Op 1000: complete lists when the conference is newer than the client's copy (trap T9). */
export function sync(step: Step, member: Member, frame: { readonly cver: number }, tsxId: string | undefined): void {
  const { cver } = step.state;
  step.reply(member.id, tsxId, ResultCode.Ok, { cver, ...(cver > frame.cver && wireLists(step.state)) });
}
