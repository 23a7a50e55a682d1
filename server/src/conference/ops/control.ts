import { Capability, ResultCode, ServerCode, type OffFlag } from '@lectern/rtc/protocol';
import type { MediaKinds, PictureNeed } from '../../media/engine.js';
import type { ConferenceContext } from '../context.js';
import { settleFlags } from '../flags.js';
import { FrameError } from '../frames.js';
import { tellExcess, videoExcess, wantsVideo } from '../limits.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';
import { receivable } from './subscribe.js';

/** Op 400: the publisher pauses or resumes a kind. The others are notified only of a change (traps T11, T20). */
export function streamControl(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly voff: OffFlag; readonly aoff: OffFlag },
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  const { voff, aoff } = frame;
  const known = step.streamsOf(member.id).find((entry) => entry.rtcId === frame.rtcId);
  if (known === undefined) throw new FrameError(ServerCode.BadParameters, `${frame.rtcId} publishes no stream`);
  step.reply(member.id, tsxId, ResultCode.Ok);
  const before = step.state;
  const asked = { ...known, voff, aoff };
  const excess = wantsVideo(asked) ? videoExcess(before, context, asked) : undefined;
  step.setStream({ ...asked, isOverLimit: excess !== undefined });
  if (excess !== undefined) tellExcess(step, asked, excess);
  settleFlags(step, before);
}

/** Op 205: changes the wanted kinds of a stream on an existing channel. */
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
  const wanted = receivable(step, frame.streamId, frame.wanted);
  step.setChannel({ ...channel, wanted });
  if (channel.phase !== 'held') step.effect({ kind: 'wanted', transportId: channel.transportId, wanted });
  step.reply(member.id, tsxId, ResultCode.Ok);
}

/** Op 113: what the subscriber needs of the picture. It holds for the channel, and is sent again with a new one. */
export function pictureNeed(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly need: PictureNeed },
  tsxId: string | undefined,
): void {
  if (!member.caps.includes(Capability.Layers)) {
    throw new FrameError(ServerCode.OperationUnsupported, `op 113 needs the capability "${Capability.Layers}"`);
  }
  const channel = step.channel(member.id, frame.rtcId);
  if (channel?.direction !== 'subscribe') {
    throw new FrameError(ServerCode.BadParameters, `${frame.rtcId} is no subscription`);
  }
  step.effect({ kind: 'need', transportId: channel.transportId, need: frame.need });
  step.reply(member.id, tsxId, ResultCode.Ok);
}
