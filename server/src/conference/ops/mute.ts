import { ControlOp, Op, ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { settleFlags } from '../flags.js';
import { FrameError, type RelayFrame } from '../frames.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/**
 * Op 1002 with op2 23 or 24 (spec §6): enforced by the server, whatever the muted member does. It is relayed to notify
 * the member, and answered by the server, since deployed clients do not answer. It applies to the user, not to one
 * session.
 */
export function muteMember(step: Step, by: Member, frame: RelayFrame, tsxId: string | undefined): void {
  if (by.role !== Role.Admin) throw new FrameError(ServerCode.NoRights, 'only admin can action');
  const target = step.member(frame.targetId);
  if (target === undefined) {
    throw new FrameError(ServerCode.OperationUnsupported, `there is no member ${frame.targetId}`);
  }
  const isMuting = frame.op2 === ControlOp.Mute;
  if (isMuting && target.role === Role.Admin) throw new FrameError(ServerCode.NoRights, 'an admin cannot be muted');
  const before = step.state;
  const mutes = new Map(before.mutes);
  if (isMuting) mutes.set(target.name, true);
  else mutes.delete(target.name);
  step.patch({ mutes });
  step.reply(by.id, tsxId, ResultCode.Ok);
  for (const session of step.state.members.values()) {
    if (session.name !== target.name || session.link.state !== 'online') continue;
    step.setMember({ ...session, isToldMuted: isMuting });
    step.push(session.id, {
      op: Op.Control,
      memId: by.id,
      arg: session.id === target.id ? frame.arg : JSON.stringify({ op2: frame.op2, memId: session.id }),
      ...(tsxId !== undefined && { tsxId }),
      ...(frame.tsxTime !== undefined && { tsxTime: frame.tsxTime }),
    });
  }
  settleFlags(step, before);
}
