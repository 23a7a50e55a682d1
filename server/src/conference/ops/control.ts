import { Op, ResultCode, ServerCode, type OffFlag } from '@lectern/rtc/protocol';
import type { MediaKinds } from '../../media/engine.js';
import { FrameError } from '../frames.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

/** Op 400: the publisher pauses or resumes a kind. Told to the others only when something changed (traps T11, T20). */
export function streamControl(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly voff: OffFlag; readonly aoff: OffFlag },
  tsxId: string | undefined,
): void {
  const { voff, aoff } = frame;
  const stream = step.streamsOf(member.id).find((entry) => entry.rtcId === frame.rtcId);
  if (stream === undefined) throw new FrameError(ServerCode.BadParameters, `${frame.rtcId} publishes no stream`);
  step.reply(member.id, tsxId, ResultCode.Ok);
  if (stream.voff === voff && stream.aoff === aoff) return;
  step.setStream({ ...stream, voff, aoff });
  step.effect({ kind: 'forwarded', sourceId: stream.id, forwarded: { audio: aoff === 0, video: voff === 0 } });
  if (stream.phase === 'starting') return;
  step.announce(
    { op: Op.StreamControl, memId: member.id, streamId: stream.id, voff, aoff, sver: stream.sver },
    member.id,
  );
}

/** Op 205: other kinds of a stream are wanted on the channel that is already there. */
export function changeSubscription(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly streamId: string; readonly wanted: MediaKinds },
  tsxId: string | undefined,
): void {
  const channel = step.channel(member.id, frame.rtcId);
  if (channel?.direction !== 'subscribe' || channel.streamId !== frame.streamId) {
    throw new FrameError(ServerCode.BadParameters, `${frame.rtcId} is no subscription to stream ${frame.streamId}`);
  }
  step.setChannel({ ...channel, wanted: frame.wanted });
  if (channel.phase !== 'held') {
    step.effect({ kind: 'wanted', transportId: channel.transportId, wanted: frame.wanted });
  }
  step.reply(member.id, tsxId, ResultCode.Ok);
}
