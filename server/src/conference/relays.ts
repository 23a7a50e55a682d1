import { ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { FrameError } from './frames.js';
import type { Member, Relay } from './model.js';
import type { Step } from './step.js';
import { isSame } from './surfaces.js';

/** Limit of pending requests of one member; a newer one replaces the oldest. */
const MAX_OPEN_RELAYS = 64;

/** True if one answer to both would grant no more than either. */
const areAlike = (a: Relay['surface'], b: Relay['surface']): boolean =>
  a === b || (a !== undefined && b !== undefined && a.kind === b.kind && isSame(a.grant, b.grant));

/**
 * Stores a pending request.
 * @throws {FrameError} −200 where the answer to something else would be taken for that to a remote control's.
 */
export function addRelay(step: Step, relay: Relay): void {
  const { senderId, targetId, tsxId, surface } = relay;
  const mine = step.state.relays.filter((open) => open.senderId === senderId);
  const same = mine.find((open) => open.targetId === targetId && open.tsxId === tsxId);
  if (same && !areAlike(same.surface, surface)) {
    throw new FrameError(ServerCode.BadParameters, `the transaction ${tsxId} waits for another answer`);
  }
  const forgotten = same ?? (mine.length < MAX_OPEN_RELAYS ? undefined : mine[0]);
  step.patch({ relays: [...step.state.relays.filter((open) => open !== forgotten), relay] });
}

/**
 * A member returned on another socket: messages to the old one may be lost. Batches of a remote control are repeated by
 * their sender; a question stays pending, since a person may be deciding it.
 */
export function returnLostRelays(step: Step, member: Member): void {
  const lost = step.state.relays.filter(
    ({ targetId, surface }) => targetId === member.id && surface !== undefined && surface.kind !== 'request',
  );
  if (lost.length === 0) return;
  step.patch({ relays: step.state.relays.filter((relay) => !lost.includes(relay)) });
  const msg = `member ${member.id} had lost its connection`;
  for (const { senderId, tsxId } of lost) step.reply(senderId, tsxId, ResultCode.RequestTimeout, { msg });
}

/** Answers or drops the requests that wait for a leaving member. */
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

/** Op 1001 for all members that requested what the member was just granted. */
export function answerGranted(step: Step, member: Member, op2: number): void {
  const granted = step.state.relays.filter((relay) => relay.senderId === member.id && relay.op2 === op2);
  if (granted.length === 0) return;
  step.patch({ relays: step.state.relays.filter((relay) => !granted.includes(relay)) });
  for (const relay of granted) {
    const arg = JSON.stringify({ op2, memId: member.id });
    step.reply(member.id, relay.tsxId, ResultCode.Ok, { memId: relay.targetId, arg });
  }
}
