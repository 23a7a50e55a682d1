import { Capability, Op, ResultCode, Role, ServerCode } from '@lectern/rtc/protocol';
import { FrameError, type MessageFrame } from '../frames.js';
import { MAX_CONTROL_LENGTH } from '../frames/messages.js';
import type { Member, NamedMessage } from '../model.js';
import { unveil } from '../presence.js';
import type { Step } from '../step.js';
import { requireMember, requireReachable } from './relay.js';

/** Limits of the named messages that are kept for members who return. */
const MAX_NAMED_MESSAGES = 64;
const MAX_NAMED_CHARACTERS = 256 * 1024;

/** Deliveries of a message to all that count as one frame of its sender, and the most frames that it counts as. */
const DELIVERIES_PER_FRAME = 10;
const MAX_FRAMES = 20;

const takesMessages = ({ res }: Member): boolean => Array.isArray(res?.ops) && res.ops.includes(Op.Message);

function requireGranted({ caps }: Member): void {
  if (caps.includes(Capability.Messages)) return;
  const message = `messages to all, topics and names of messages need the capability "${Capability.Messages}"`;
  throw new FrameError(ServerCode.OperationUnsupported, message);
}

function allOthers(step: Step, { id, role }: Member): Member[] {
  if (role === Role.Audience) {
    throw new FrameError(ServerCode.NoRights, 'audience may not send to everybody: request the role of a talker');
  }
  return [...step.state.members.values()].filter((other) => other.id !== id && takesMessages(other));
}

const pushTo = (
  step: Step,
  id: string,
  { senderId, arg, topic, mid }: Omit<NamedMessage, 'to'>,
  tsxId?: string,
): void =>
  step.push(id, {
    op: Op.Message,
    memId: senderId,
    arg,
    ...(tsxId !== undefined && { tsxId }),
    ...(topic !== undefined && { topic }),
    ...(mid !== undefined && { mid }),
  });

/** Keeps a message for those of its recipients who are away, or whose socket turns out to be dead. */
function remember(step: Step, message: NamedMessage): void {
  const kept: NamedMessage[] = [];
  let characters = 0;
  for (const known of [...step.state.namedMessages, message].slice(-MAX_NAMED_MESSAGES).toReversed()) {
    characters += known.arg.length;
    if (characters > MAX_NAMED_CHARACTERS) break;
    kept.unshift(known);
  }
  step.patch({ namedMessages: kept });
}

/**
 * Op 1003: delivered, and acknowledged by the server, since its recipient does not. With `mid` it is delivered once
 * however often it is sent, also to members who are away and come back.
 */
export function relayMessage(step: Step, member: Member, frame: MessageFrame, tsxId: string | undefined): void {
  const { targetId, arg, topic, mid } = frame;
  const isBroadcast = targetId === undefined;
  if (isBroadcast && arg.length > MAX_CONTROL_LENGTH) {
    const text = `messages to all have at most ${MAX_CONTROL_LENGTH} characters`;
    throw new FrameError(ServerCode.BadParameters, text);
  }
  if (isBroadcast || topic !== undefined || mid !== undefined) requireGranted(member);
  const isKnown = mid !== undefined && step.state.namedMessages.some((m) => m.mid === mid && m.senderId === member.id);
  if (isKnown) return step.reply(member.id, tsxId, ResultCode.Ok);
  const find = mid === undefined ? requireReachable : requireMember;
  const targets = isBroadcast ? allOthers(step, member) : [find(step, targetId)];
  unveil(step, member.id);
  const message = { senderId: member.id, arg, topic, mid };
  for (const { id } of targets) pushTo(step, id, message, isBroadcast ? undefined : tsxId);
  if (mid !== undefined) remember(step, { ...message, mid, to: targets.map(({ id }) => id) });
  if (isBroadcast && member.link.state === 'online') {
    const frames = Math.min(MAX_FRAMES, Math.floor(targets.length / DELIVERIES_PER_FRAME));
    if (frames > 0) step.effect({ kind: 'charge', socketId: member.link.socketId, frames });
  }
  step.reply(member.id, tsxId, ResultCode.Ok);
}

/** A member returned on another socket: named messages to the old one may be lost, and its client knows which. */
export function repeatMessages(step: Step, { id, caps }: Member): void {
  if (!caps.includes(Capability.Messages)) return;
  for (const message of step.state.namedMessages) if (message.to.includes(id)) pushTo(step, id, message);
}
