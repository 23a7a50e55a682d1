import { ResultCode, ServerCode } from '@lectern/rtc/protocol';
import type { Member } from './model.js';
import type { Step } from './step.js';

/** Answers or forgets what waits for a member that is going. */
export function dropRelays(step: Step, memberId: string): void {
  const mine = step.state.relays.filter((relay) => relay.targetId === memberId || relay.senderId === memberId);
  if (mine.length === 0) return;
  step.patch({ relays: step.state.relays.filter((relay) => !mine.includes(relay)) });
  for (const relay of mine) {
    if (relay.targetId === memberId && relay.senderId !== memberId) {
      step.reply(relay.senderId, relay.tsxId, ServerCode.OperationUnsupported, { msg: 'the member has left' });
    }
  }
}

/** Op 1001 for everybody who asked for what the member was just given. */
export function answerGranted(step: Step, member: Member, op2: number): void {
  const granted = step.state.relays.filter((relay) => relay.senderId === member.id && relay.op2 === op2);
  if (granted.length === 0) return;
  step.patch({ relays: step.state.relays.filter((relay) => !granted.includes(relay)) });
  for (const relay of granted) {
    const arg = JSON.stringify({ op2, memId: member.id });
    step.reply(member.id, relay.tsxId, ResultCode.Ok, { memId: relay.targetId, arg });
  }
}
