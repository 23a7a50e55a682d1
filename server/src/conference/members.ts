import { Op, ServerCode } from '@lectern/rtc/protocol';
import { closeOwnChannel, removeStream } from './channels.js';
import type { Member } from './model.js';
import type { Step } from './step.js';

/** Answers or forgets what waits for a member that is going. */
function dropRelays(step: Step, memberId: string): void {
  const mine = step.state.relays.filter((relay) => relay.targetId === memberId || relay.senderId === memberId);
  if (mine.length === 0) return;
  step.patch({ relays: step.state.relays.filter((relay) => !mine.includes(relay)) });
  for (const relay of mine) {
    if (relay.targetId === memberId && relay.senderId !== memberId) {
      step.reply(relay.senderId, relay.tsxId, ServerCode.OperationUnsupported, { msg: 'the member has left' });
    }
  }
}

/** Ends the conference: nothing is left of it. */
export function closeConference(step: Step): void {
  step.effect({ kind: 'stopTimer', timer: 'reap' });
  step.patch({ phase: 'closed' });
  step.effect({ kind: 'closed' });
}

/** Takes a member out with all it has and tells the others (301). */
export function dropMember(step: Step, member: Member, reason: number): void {
  for (const stream of step.streamsOf(member.id)) removeStream(step, stream, false);
  for (const channel of step.channelsOf(member.id)) closeOwnChannel(step, channel);
  dropRelays(step, member.id);
  step.dropMember(member.id);
  step.effect({ kind: 'stopTimer', timer: `member:${member.id}` });
  step.announce({ op: Op.MemberExited, memId: member.id, reason });
}

/** As {@link dropMember}; the conference ends with its last member. */
export function removeMember(step: Step, member: Member, reason: number): void {
  dropMember(step, member, reason);
  if (step.state.members.size === 0) closeConference(step);
}
