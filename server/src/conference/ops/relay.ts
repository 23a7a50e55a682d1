import { ControlOp, Op, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { FrameError, type RelayFrame } from '../frames.js';
import type { Member } from '../model.js';
import { unveil } from '../presence.js';
import { addRelay } from '../relays.js';
import type { Step } from '../step.js';
import { muteMember } from './mute.js';
import { passSurface, settleSurface } from './surface.js';

const unreachable = ({ id }: Member): string => `member ${id} is not reachable at the moment`;

/** @throws {FrameError} */
export function requireMember(step: Step, targetId: string): Member {
  const target = step.member(targetId);
  if (target === undefined) throw new FrameError(ServerCode.OperationUnsupported, `there is no member ${targetId}`);
  return target;
}

/** @throws {FrameError} */
export function requireReachable(step: Step, targetId: string): Member {
  const target = requireMember(step, targetId);
  if (target.link.state !== 'online') {
    throw new FrameError(ResultCode.RequestTimeout, unreachable(target));
  }
  return target;
}

/** Op 1002: relayed unchanged, answered by its recipient and not by the server (trap T15). */
export function relayControl(step: Step, member: Member, frame: RelayFrame, tsxId: string | undefined): void {
  if (frame.op2 === ControlOp.Mute || frame.op2 === ControlOp.Unmute) return muteMember(step, member, frame, tsxId);
  const target = requireMember(step, frame.targetId);
  const surface = passSurface(step, member, target, frame, tsxId);
  if (target.link.state !== 'online') {
    // Not thrown: a released surface is free, even if its owner cannot be reached now.
    return step.reply(member.id, tsxId, ResultCode.RequestTimeout, { msg: unreachable(target) });
  }
  unveil(step, member.id);
  if (tsxId !== undefined) {
    addRelay(step, {
      senderId: member.id,
      targetId: target.id,
      tsxId,
      op2: frame.op2,
      ...(surface && { surface }),
    });
  }
  step.push(target.id, {
    op: Op.Control,
    memId: member.id,
    arg: frame.arg,
    ...(tsxId !== undefined && { tsxId }),
    ...(frame.tsxTime !== undefined && { tsxTime: frame.tsxTime }),
  });
}

/** Op 1001 from a member: relayed only as the answer to a message that was relayed to it; anything else is dropped. */
export function relayAnswer(
  step: Step,
  member: Member,
  frame: {
    readonly targetId: string;
    readonly tsxId: string;
    readonly result: number;
    readonly msg: string | undefined;
    readonly arg: string | undefined;
  },
): void {
  const open = step.state.relays.find(
    (relay) => relay.senderId === frame.targetId && relay.targetId === member.id && relay.tsxId === frame.tsxId,
  );
  if (open === undefined) return;
  step.patch({ relays: step.state.relays.filter((relay) => relay !== open) });
  if (open.surface) settleSurface(step, open.surface, frame.result);
  if (member.link.state === 'online') step.effect({ kind: 'refund', socketId: member.link.socketId });
  step.reply(open.senderId, open.tsxId, frame.result, {
    memId: member.id,
    ...(frame.msg !== undefined && { msg: frame.msg }),
    ...(frame.arg !== undefined && { arg: frame.arg }),
  });
}
