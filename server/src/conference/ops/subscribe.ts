import { MIXED_AUDIO_STREAM_ID, Op, ServerCode, StreamType, TerminateReason } from '@lectern/rtc/protocol';
import type { MediaKinds } from '../../media/engine.js';
import { closeReplaced, forgetRebuild, openTransport } from '../channels.js';
import { codecsOfOffer, endSwitch, isDecodable, switchFor } from '../codecs.js';
import type { ConferenceContext } from '../context.js';
import { FrameError, type SubscribeFrame } from '../frames.js';
import { isMixed, openMix, sourceIdOf } from '../kinds.js';
import type { Channel, Member, Stream } from '../model.js';
import type { Step } from '../step.js';
import { requireChannelRoom } from './publish.js';

/**
 * Kinds of a stream that can be subscribed to: stream "0" is audio only, and the audio of an audio-mixer stream comes
 * with the mix (spec §5).
 */
export function receivable(step: Step, streamId: string, wanted: MediaKinds): MediaKinds {
  if (streamId === MIXED_AUDIO_STREAM_ID) return { ...wanted, video: false };
  const isMixer = step.state.streams.get(streamId)?.type === StreamType.AudioMixer;
  return isMixer ? { ...wanted, audio: false } : wanted;
}

function requireStream(step: Step, streamId: string): Stream | undefined {
  // Always available to subscribers, but never listed (trap T16).
  if (streamId === MIXED_AUDIO_STREAM_ID && isMixed(step.state)) return undefined;
  const stream = step.state.streams.get(streamId);
  if (stream === undefined || stream.phase === 'starting') {
    throw new FrameError(ServerCode.BadParameters, `there is no stream ${streamId}`);
  }
  return stream;
}

/**
 * Op 102 with `subSId`: sends the offer to the engine; `subscribed` answers. Several channels to one stream are allowed
 * (T2).
 */
export function subscribe(
  step: Step,
  member: Member,
  frame: SubscribeFrame,
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  const stream = requireStream(step, frame.streamId);
  const open = step.channel(member.id, frame.rtcId);
  if (open !== undefined) closeReplaced(step, context, open);
  requireChannelRoom(step, context, member);
  forgetRebuild(step, member.id, frame.rtcId, frame.streamId);
  const wanted = receivable(step, frame.streamId, frame.wanted);
  const codecs = codecsOfOffer(frame.offer);
  const isBlind = stream !== undefined && wanted.video && codecs.length > 0 && !isDecodable(stream, codecs);
  const isSwitching = isBlind && switchFor(step, context, stream, codecs);
  const isHeld = stream?.phase === 'orphaned' || isSwitching;
  const channel: Channel = {
    memberId: member.id,
    rtcId: frame.rtcId,
    cctx: frame.cctx,
    transportId: step.newTransportId(),
    streamId: frame.streamId,
    direction: 'subscribe',
    phase: isHeld ? 'held' : 'opening',
    tsxId,
    wanted,
    codecs,
    offer: isHeld ? frame.offer : undefined,
    earlyFromEngine: [],
    earlyFromClient: [],
    shared: frame.shared,
  };
  step.setChannel(channel);
  if (stream === undefined) openMix(step);
  if (!isHeld) openSubscription(step, channel, frame.offer);
}

/** A member that cannot decode the video is notified (107 with 22) and receives the audio, if there is any. */
function openSubscription(step: Step, channel: Channel, offer: string): void {
  const stream = step.state.streams.get(channel.streamId);
  const isBlind =
    stream !== undefined && channel.wanted.video && channel.codecs.length > 0 && !isDecodable(stream, channel.codecs);
  if (!isBlind) return askEngine(step, channel, offer);
  const msg = `the stream is sent in ${stream.vcodes.join(', ')}, which you do not decode`;
  step.push(channel.memberId, {
    op: Op.Terminate,
    rtcId: channel.rtcId,
    endReason: TerminateReason.VideoCodecUnsupported,
    msg,
  });
  if (!channel.wanted.audio || !stream.kinds.audio) {
    step.dropChannel(channel);
    return step.reply(channel.memberId, channel.tsxId, ServerCode.CodecUnsupported, { msg });
  }
  const deaf: Channel = { ...channel, wanted: { audio: true, video: false } };
  step.setChannel(deaf);
  askEngine(step, deaf, offer);
}

function askEngine(step: Step, channel: Channel, offer: string): void {
  openTransport(step, channel, {
    kind: 'subscribe',
    request: {
      roomId: step.state.id,
      transportId: channel.transportId,
      sourceId: sourceIdOf(step.state, channel.streamId),
      offer,
      wanted: channel.wanted,
    },
  });
}

/** The stream is fed again, or will not be fed otherwise: resumes the subscriptions that waited for it. */
export function releaseHeld(step: Step, streamId: string): void {
  for (const channel of step.channelsTo(streamId)) {
    if (channel.phase !== 'held' || channel.offer === undefined) continue;
    const opening: Channel = { ...channel, phase: 'opening', offer: undefined };
    step.setChannel(opening);
    openSubscription(step, opening, channel.offer);
    const { memberId, shared } = opening;
    // Clients make all offers, so this client is asked for the next.
    if (shared !== undefined) step.push(memberId, { op: Op.NegotiationNeeded, trsId: shared.trsId });
  }
}

/**
 * The publisher did not switch its codec in time: it is not asked again, and pending subscriptions go on without the
 * switch.
 */
export function switchOverdue(step: Step, stream: Stream): void {
  if (stream.switchingTo === undefined) return;
  step.setStream(endSwitch(step, stream));
  if (stream.phase === 'live') releaseHeld(step, stream.id);
}
