import { ServerCode } from '@lectern/rtc/protocol';
import { closeReplaced, forgetRebuild } from '../channels.js';
import type { ConferenceContext } from '../context.js';
import { FrameError, type SubscribeFrame } from '../frames.js';
import type { Channel, Member } from '../model.js';
import type { Step } from '../step.js';
import { requireChannelRoom } from './publish.js';

/** Op 102 with `subSId`: the engine is asked; `subscribed` answers. Several channels to one stream are fine (T2). */
export function subscribe(
  step: Step,
  member: Member,
  frame: SubscribeFrame,
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  const stream = step.state.streams.get(frame.streamId);
  if (stream === undefined || stream.phase === 'starting') {
    throw new FrameError(ServerCode.BadParameters, `there is no stream ${frame.streamId}`);
  }
  const open = step.channel(member.id, frame.rtcId);
  if (open !== undefined) closeReplaced(step, context, open);
  requireChannelRoom(step, context, member);
  forgetRebuild(step, member.id, frame.rtcId, stream.id);
  const isHeld = stream.phase === 'orphaned';
  const channel: Channel = {
    memberId: member.id,
    rtcId: frame.rtcId,
    cctx: frame.cctx,
    transportId: step.newTransportId(),
    streamId: stream.id,
    direction: 'subscribe',
    phase: isHeld ? 'held' : 'opening',
    tsxId,
    wanted: frame.wanted,
    offer: isHeld ? frame.offer : undefined,
    earlyFromEngine: [],
    earlyFromClient: [],
  };
  step.setChannel(channel);
  if (!isHeld) askEngine(step, channel, frame.offer);
}

function askEngine(step: Step, channel: Channel, offer: string): void {
  step.effect({
    kind: 'subscribe',
    request: {
      roomId: step.state.id,
      transportId: channel.transportId,
      sourceId: channel.streamId,
      offer,
      wanted: channel.wanted,
    },
  });
}

/** The stream is fed again: subscriptions that waited for it go on. */
export function releaseHeld(step: Step, streamId: string): void {
  for (const channel of step.channelsTo(streamId)) {
    if (channel.phase !== 'held' || channel.offer === undefined) continue;
    const opening: Channel = { ...channel, phase: 'opening', offer: undefined };
    step.setChannel(opening);
    askEngine(step, opening, channel.offer);
  }
}
