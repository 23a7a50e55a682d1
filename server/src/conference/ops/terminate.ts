import { ResultCode, TerminateReason } from '@lectern/rtc/protocol';
import { closeOwnChannel, forgetRebuild, removeStream, suspendStream } from '../channels.js';
import type { ConferenceContext } from '../context.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/**
 * Op 107: the client closed a peer connection. For unknown and closed channels it is only acknowledged (trap T1):
 * clients send 107 for ids the server never saw, and once more after one with −10.
 */
export function terminate(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly endReason: number | undefined },
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  const channel = step.channel(member.id, frame.rtcId);
  const givenUp = member.rebuilds.get(frame.rtcId);
  forgetRebuild(step, member.id, frame.rtcId);
  if (channel === undefined && givenUp !== undefined && frame.endReason !== TerminateReason.Rebuild) {
    // The server closed this channel itself and asked for a rebuild; the client ends the stream instead.
    const stream = step.state.streams.get(givenUp);
    if (stream?.memId === member.id && stream.rtcId === frame.rtcId) removeStream(step, stream);
  }
  if (channel !== undefined) {
    closeOwnChannel(step, channel);
    const stream = step.state.streams.get(channel.streamId);
    if (channel.direction === 'publish' && stream !== undefined) {
      if (frame.endReason === TerminateReason.Rebuild) suspendStream(step, context, stream);
      else removeStream(step, stream);
    }
  }
  step.reply(member.id, tsxId, ResultCode.Ok);
}

/** Op 206: ends a subscription; a 107 for the same channel follows. */
export function unsubscribe(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string },
  tsxId: string | undefined,
): void {
  const channel = step.channel(member.id, frame.rtcId);
  if (channel?.direction === 'subscribe') closeOwnChannel(step, channel);
  step.reply(member.id, tsxId, ResultCode.Ok);
}
