import { ConferenceType, Op, ServerCode } from '@lectern/rtc/protocol';
import { FrameError, type WrappedFrame } from '../frames.js';
import type { ConferenceState, Member } from '../model.js';
import type { Step } from '../step.js';
import { requireReachable } from './relay.js';

export const isP2p = ({ type }: ConferenceState): boolean => type === ConferenceType.P2p;

/** In a conference of type P2P media goes between the members, without the engine. */
export function requireMediaServer(step: Step): void {
  if (!isP2p(step.state)) return;
  const hint = 'media of a P2P conference goes from member to member: wrap the message in op 1004';
  throw new FrameError(ServerCode.OperationUnsupported, hint);
}

/**
 * Op 1004: relayed unchanged, to one member or to all others; answered by them, not by the server (wire-conference
 * 2.9).
 */
export function relayWrapped(step: Step, member: Member, frame: WrappedFrame, tsxId: string | undefined): void {
  if (!isP2p(step.state)) {
    throw new FrameError(ServerCode.OperationUnsupported, 'op 1004 is for conferences of type P2P');
  }
  const others = [...step.state.members.values()].filter(({ id }) => id !== member.id);
  const targets = frame.targetId === undefined ? others : [requireReachable(step, frame.targetId)];
  for (const { id } of targets) {
    step.push(id, {
      op: Op.WrappedP2p,
      memId: member.id,
      arg: frame.arg,
      ...(tsxId !== undefined && { tsxId }),
    });
  }
}
