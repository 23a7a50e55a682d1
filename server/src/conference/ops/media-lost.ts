import { Capability, Op, ResultCode, TerminateReason } from '@lectern/rtc/protocol';
import { publicationBody, suspendStream } from '../channels.js';
import { connectionOf } from '../connections.js';
import type { ConferenceContext } from '../context.js';
import type { Channel, ConferenceState, Member } from '../model.js';
import { Step, type Outcome } from '../step.js';

const SERVICE_RESTART_CLOSE_CODE = 1012;

/** Removes a channel whose transport died in the engine; its stream waits to be published again. */
function loseChannel(step: Step, context: ConferenceContext, channel: Channel, isSourceLost: boolean): void {
  step.dropChannel(channel);
  const stream = step.state.streams.get(channel.streamId);
  if (channel.direction === 'publish' && stream !== undefined) {
    step.reply(channel.memberId, channel.tsxId, ResultCode.Ok, publicationBody(stream));
    suspendStream(step, context, stream, isSourceLost);
  } else {
    step.reply(channel.memberId, channel.tsxId, ResultCode.Ok);
  }
}

/** A shared connection died with all its streams: its member is notified once, and rebuilds. */
function loseConnection(step: Step, context: ConferenceContext, connectionId: string, isSourceLost: boolean): boolean {
  const connection = connectionOf(step, connectionId);
  if (connection === undefined) return false;
  for (const channel of step.carriedBy(connection)) loseChannel(step, context, channel, isSourceLost);
  step.dropConnection(connection);
  step.effect({ kind: 'closeTransport', transportId: connectionId });
  const { memberId, trsId } = connection;
  step.push(memberId, { op: Op.Terminate, trsId, endReason: TerminateReason.Rebuild });
  return true;
}

function askRebuild(step: Step, context: ConferenceContext, member: Member, channel: Channel): void {
  const rebuilds = new Map(member.rebuilds).set(channel.rtcId, channel.streamId);
  // A client that never begins its rebuilds must not make the list grow without bound.
  for (const oldest of rebuilds.keys()) {
    if (rebuilds.size <= context.limits.maxChannelsPerMember) break;
    rebuilds.delete(oldest);
  }
  step.setMember({ ...member, rebuilds });
  step.push(member.id, { op: Op.Terminate, rtcId: channel.rtcId, endReason: TerminateReason.Rebuild });
}

/**
 * A media worker died with these transports and their sources. Members that know op 107 with −10 are notified channel
 * by channel; the socket of the others is closed, upon which they re-enter and rebuild (wire-conference 1.9).
 */
export function workerLost(
  state: ConferenceState,
  transportIds: readonly string[],
  context: ConferenceContext,
): Outcome {
  const step = new Step(state);
  for (const id of transportIds) loseConnection(step, context, id, true);
  const lost = transportIds.map((id) => step.channelOfTransport(id)).filter((channel) => channel !== undefined);
  for (const channel of lost) loseChannel(step, context, channel, true);
  const closing = new Set<string>();
  for (const channel of lost) {
    const member = step.member(channel.memberId);
    if (member === undefined) continue;
    if (member.caps.includes(Capability.Rebuild)) askRebuild(step, context, member, channel);
    else if (member.link.state === 'online') closing.add(member.link.socketId);
  }
  for (const socketId of closing) {
    step.effect({ kind: 'closeSocket', socketId, code: SERVICE_RESTART_CLOSE_CODE, reason: 'media was restarted' });
  }
  return step.outcome;
}

/** One transport failed permanently. Clients without the capability detect it by their own ICE state. */
export function transportLost(state: ConferenceState, transportId: string, context: ConferenceContext): Outcome {
  const step = new Step(state);
  if (loseConnection(step, context, transportId, false)) return step.outcome;
  const channel = step.channelOfTransport(transportId);
  const member = channel && step.member(channel.memberId);
  if (channel?.phase !== 'open' || !member?.caps.includes(Capability.Rebuild)) return step.outcome;
  loseChannel(step, context, channel, false);
  step.effect({ kind: 'closeTransport', transportId });
  const current = step.member(member.id);
  if (current !== undefined) askRebuild(step, context, current, channel);
  return step.outcome;
}
