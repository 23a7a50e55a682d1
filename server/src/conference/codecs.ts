import { Op, TerminateReason } from '@lectern/rtc/protocol';
import type { ConferenceContext } from './context.js';
import type { Channel, Stream } from './model.js';
import type { Step } from './step.js';

const RTPMAP = /^a=rtpmap:\d+ ([A-Za-z0-9-]+)\/90000/gm;
/** Repair and redundancy formats, which are no codecs themselves. */
const HELPERS: ReadonlySet<string> = new Set(['rtx', 'red', 'ulpfec', 'flexfec-03']);

/** Video codecs of an offer in its order; none where it has no video. */
export function codecsOfOffer(sdp: string): string[] {
  const names = [...sdp.matchAll(RTPMAP)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !HELPERS.has(name.toLowerCase()));
}

/** True if a member that decodes `codecs` can decode the stream's video, or the stream has none. */
export const isDecodable = (stream: Stream, codecs: readonly string[]): boolean =>
  stream.vcodes.length === 0 || stream.vcodes.some((codec) => codecs.includes(codec));

const subscribersOf = (step: Step, stream: Stream): Channel[] =>
  step
    .channelsTo(stream.id)
    .filter((channel) => channel.direction === 'subscribe' && channel.wanted.video && channel.codecs.length > 0);

/**
 * A codec that the publisher can encode and all of these can decode, besides the ones it sends or has declined. A codec
 * that all subscribers can decode is never given up for a single new one, so streams do not switch back and forth.
 */
function commonCodec(stream: Stream, decoders: readonly (readonly string[])[]): string | undefined {
  return stream.offered.find(
    (codec) =>
      !stream.vcodes.includes(codec) &&
      !stream.declined.includes(codec) &&
      decoders.every((codecs) => codecs.includes(codec)),
  );
}

function askSwitch(step: Step, context: ConferenceContext, stream: Stream, codec: string): boolean {
  const channel = step.channel(stream.memId, stream.rtcId);
  if (channel?.direction !== 'publish' || channel.phase !== 'open') return false;
  if (step.member(stream.memId)?.link.state !== 'online') return false;
  step.setStream({ ...stream, switchingTo: codec });
  step.effect({ kind: 'startTimer', timer: `codec:${stream.id}`, delayMs: context.timings.codecSwitchMs });
  step.push(stream.memId, {
    op: Op.Terminate,
    rtcId: stream.rtcId,
    endReason: TerminateReason.SwitchVideoCodec,
    useVCodes: [codec],
  });
  return true;
}

/**
 * A member that decodes only `codecs` subscribes to the stream. True when its publisher switches, or is asked to (107
 * with 21), to a codec that this member and all present subscribers can decode.
 */
export function switchFor(step: Step, context: ConferenceContext, stream: Stream, codecs: readonly string[]): boolean {
  // A switch is pending: requested, or about to be republished in the other codec.
  if (stream.switchingTo !== undefined) return codecs.includes(stream.switchingTo);
  if (stream.phase !== 'live') return false;
  const watching = subscribersOf(step, stream).map((channel) => channel.codecs);
  const codec = commonCodec(stream, [codecs, ...watching]);
  return codec !== undefined && askSwitch(step, context, stream, codec);
}

/**
 * A member entered with a list of its decoders: the publisher switches before a subscription fails, if all members
 * profit.
 */
export function suggestSwitch(step: Step, context: ConferenceContext, stream: Stream): void {
  if (stream.phase !== 'live' || stream.switchingTo !== undefined) return;
  const members = [...step.state.members.values()].filter((member) => member.id !== stream.memId);
  if (members.every((member) => isDecodable(stream, member.vcodes))) return;
  const watching = subscribersOf(step, stream).map((channel) => channel.codecs);
  const codec = commonCodec(stream, [...members.map((member) => member.vcodes), ...watching]);
  if (codec !== undefined) askSwitch(step, context, stream, codec);
}

/**
 * Codecs that a publication may be answered in: the one its publisher was asked to switch to, else those that all
 * members and all subscribers can decode, else any that the conference allows.
 */
export function publishable(step: Step, stream: Stream): readonly string[] {
  const { members, videoCodecs } = step.state;
  const { switchingTo, offered } = stream;
  if (switchingTo !== undefined && offered.includes(switchingTo)) return [switchingTo];
  const others = [...members.values()].filter((member) => member.id !== stream.memId).map((member) => member.vcodes);
  const decoders = [...others, ...subscribersOf(step, stream).map((channel) => channel.codecs)];
  const common = videoCodecs.filter((codec) => decoders.every((codecs) => codecs.includes(codec)));
  return common.some((codec) => offered.includes(codec)) ? common : videoCodecs;
}

/** Ends a requested codec switch: the publisher has switched or declined. */
export function endSwitch(step: Step, stream: Stream): Stream {
  const { switchingTo } = stream;
  if (switchingTo === undefined) return stream;
  step.effect({ kind: 'stopTimer', timer: `codec:${stream.id}` });
  const hasCome = stream.vcodes.includes(switchingTo);
  const declined = hasCome ? stream.declined : [...stream.declined, switchingTo];
  return { ...stream, switchingTo: undefined, declined };
}
