import { Op, Role, ServerCode, StreamType, type OffFlag } from '@lectern/rtc/protocol';
import type { MixPart } from '../../media/mix.js';
import { closeReplaced, forgetRebuild, openTransport, removeStream } from '../channels.js';
import { codecsOfOffer, publishable } from '../codecs.js';
import type { ConferenceContext } from '../context.js';
import { FrameError, type PublishFrame } from '../frames.js';
import { isMixed, openMix } from '../kinds.js';
import type { Channel, Member, Stream } from '../model.js';
import type { Step } from '../step.js';

/** The member's stream that this request republishes, if any (wire-conference 2.2, "Republish"). */
function republished(step: Step, member: Member, frame: PublishFrame): Stream | undefined {
  const mine = step.streamsOf(member.id);
  const byId = mine.find((stream) => stream.id === frame.pubS.id);
  if (byId !== undefined) return byId;
  if (frame.pubS.id !== undefined && step.state.streams.has(frame.pubS.id)) {
    throw new FrameError(ServerCode.BadParameters, `stream ${frame.pubS.id} belongs to another member`);
  }
  return mine.find((stream) => stream.rtcId === frame.rtcId);
}

/** The client's configuration decides on several audio mixers (spec §5). */
const REPEATED: Readonly<Partial<Record<StreamType, string>>> = {
  [StreamType.Video]: 'Audio and video stream has been published. not allow repeat publish.',
  [StreamType.Desktop]: 'desktop stream has been published. not allow repeat publish.',
};

/**
 * One audio/video stream and one desktop of a member at a time. A stream that waits for its republication does not
 * count: its client may have abandoned it and begun anew (trap T1); it ends when the new one begins.
 */
function requireOnlyOne(step: Step, member: Member, { pubS }: PublishFrame): void {
  const message = REPEATED[pubS.type];
  if (message === undefined) return;
  const others = step.streamsOf(member.id).filter(({ type }) => type === pubS.type);
  const isFed = (stream: Stream): boolean =>
    step.channelsTo(stream.id).some(({ direction }) => direction === 'publish');
  if (others.some(isFed)) throw new FrameError(ServerCode.PublishFailed, message);
  for (const stream of others) removeStream(step, stream);
}

const flags = (frame: PublishFrame): { voff: OffFlag; aoff: OffFlag } => ({
  voff: frame.pubS.voff,
  aoff: frame.pubS.aoff,
});

function newStream(step: Step, context: ConferenceContext, member: Member, frame: PublishFrame): Stream {
  if (step.streamsOf(member.id).length >= context.limits.maxStreamsPerMember) {
    const limit = context.limits.maxStreamsPerMember;
    throw new FrameError(ServerCode.PublishFailed, `a member may publish ${limit} streams at most; end one first`);
  }
  const { pubS } = frame;
  const retiredVersion = pubS.id === undefined ? undefined : member.retired.get(pubS.id);
  const csrc = step.state.nextCsrc;
  step.patch({ nextCsrc: csrc + 1 });
  return {
    id: pubS.id !== undefined && retiredVersion !== undefined ? pubS.id : context.newId('ST'),
    memId: member.id,
    memName: member.name,
    rtcId: frame.rtcId,
    type: pubS.type,
    ...flags(frame),
    kinds: { audio: false, video: false },
    isOverLimit: false,
    name: pubS.name,
    ext: pubS.ext,
    csrc,
    sver: (retiredVersion ?? 0) + 1,
    vcodes: [],
    offered: [],
    switchingTo: undefined,
    declined: [],
    resolution: pubS.resolution,
    vbitrate: pubS.vbitrate,
    abitrate: pubS.abitrate,
    screenOptions: pubS.screenOptions,
    phase: 'starting',
    recordedBy: [],
  };
}

/** Several connections per stream are normal while one replaces another (trap T2); many more only waste sockets. */
const CHANNELS_PER_STREAM = 3;
const SPARE_CHANNELS = 16;

/**
 * Refuses when the member has reached its limit of channels, or has far more than the conference's streams can need.
 */
export function requireChannelRoom(step: Step, context: ConferenceContext, member: Member): void {
  const useful = SPARE_CHANNELS + CHANNELS_PER_STREAM * step.state.streams.size;
  const limit = Math.min(context.limits.maxChannelsPerMember, useful);
  if (step.channelsOf(member.id).length < limit) return;
  throw new FrameError(ServerCode.PublishFailed, `a member may have ${limit} open channels here; close one first`);
}

/** An audio-mixer stream is a voice of the conference's mix. */
function mixPart(step: Step, stream: Stream): { readonly mix?: MixPart } {
  const mixId = openMix(step);
  if (mixId === undefined || stream.type !== StreamType.AudioMixer) return {};
  return { mix: { mixId, csrc: stream.csrc } };
}

/** Op 102 with `pubS`: sends the offer to the engine; {@link published} answers. */
export function publish(
  step: Step,
  member: Member,
  frame: PublishFrame,
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  if (member.role === Role.Audience) throw new FrameError(ServerCode.NoRights, 'Audience not allow publish');
  if (frame.pubS.type === StreamType.AudioMixer && !isMixed(step.state)) {
    throw new FrameError(ServerCode.OperationUnsupported, 'audio-mixer streams need a mixed conference');
  }
  const before = republished(step, member, frame);
  if (before === undefined) requireOnlyOne(step, member, frame);
  const open = step.channel(member.id, frame.rtcId);
  if (open !== undefined) closeReplaced(step, context, open);
  for (const channel of before === undefined ? [] : step.channelsTo(before.id)) {
    if (channel.direction === 'publish') closeReplaced(step, context, channel);
  }
  const known = before && step.state.streams.get(before.id);
  requireChannelRoom(step, context, member);

  const codecs = codecsOfOffer(frame.offer);
  const described: Stream =
    known === undefined
      ? newStream(step, context, member, frame)
      : {
          ...known,
          rtcId: frame.rtcId,
          name: frame.pubS.name ?? known.name,
          ext: frame.pubS.ext ?? known.ext,
          resolution: frame.pubS.resolution ?? known.resolution,
          vbitrate: frame.pubS.vbitrate ?? known.vbitrate,
          abitrate: frame.pubS.abitrate ?? known.abitrate,
          screenOptions: frame.pubS.screenOptions ?? known.screenOptions,
          ...flags(frame),
        };
  const offered = codecs.filter((codec) => step.state.videoCodecs.includes(codec));
  const stream: Stream = { ...described, offered };
  step.setStream(stream);
  step.effect({ kind: 'stopTimer', timer: `stream:${stream.id}` });
  forgetRebuild(step, member.id, frame.rtcId, stream.id);
  const transportId = step.newTransportId();
  const channel: Channel = {
    memberId: member.id,
    rtcId: frame.rtcId,
    cctx: frame.cctx,
    transportId,
    streamId: stream.id,
    direction: 'publish',
    phase: 'opening',
    tsxId,
    wanted: { audio: true, video: true },
    codecs,
    offer: undefined,
    earlyFromEngine: [],
    earlyFromClient: [],
    shared: frame.shared,
  };
  step.setChannel(channel);
  openTransport(step, channel, {
    kind: 'publish',
    request: {
      roomId: step.state.id,
      transportId,
      sourceId: stream.id,
      offer: frame.offer,
      videoCodecs: publishable(step, stream),
      ...mixPart(step, stream),
    },
  });
}

/** Announces a new or republished stream to the others (302). */
export function announceStream(step: Step, stream: Stream, description: object): void {
  step.announce({ op: Op.StreamPublished, memId: stream.memId, pubS: description }, stream.memId);
}
