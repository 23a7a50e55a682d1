import type { AgreedCodec } from './codecs.js';
import type { Direction, Offer, OfferedCodec, OfferedSection } from './offer.js';

/** Header extensions that the forwarder understands. */
export const TRANSPORT_CC_URI = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/** Audio level of a packet (RFC 6464). */
export const AUDIO_LEVEL_URI = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';

/** Section of a packet, where several share a connection (RFC 8843 15). */
export const MID_URI = 'urn:ietf:params:rtp-hdrext:sdes:mid';

/** Layer of a packet, and of a retransmitted one (RFC 8852). */
export const RID_URI = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
export const REPAIRED_RID_URI = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';

export interface LocalTransport {
  readonly iceUfrag: string;
  readonly icePwd: string;
  readonly fingerprint: { readonly algorithm: string; readonly value: string };
  /** Values of candidate attributes, starting with `candidate:`. */
  readonly candidates: readonly string[];
  readonly setup: 'passive' | 'active';
}

export interface SentTrack {
  readonly ssrc: number;
  readonly rtxSsrc: number | undefined;
  readonly cname: string;
  readonly streamId: string;
  readonly trackId: string;
}

/** Answer to one section of the offer; absent for a rejected section. */
export interface SectionAnswer {
  readonly agreed: AgreedCodec;
  readonly direction: Direction;
  /** Extension uris accepted, where offered. */
  readonly extensions: readonly string[];
  /** Feedback accepted, where offered. */
  readonly feedback: readonly string[];
  /** Added to the codec's own format parameters. */
  readonly format?: string;
  readonly track?: SentTrack;
  /** Layers that are received at once (RFC 8853). */
  readonly rids?: readonly string[];
}

/** A track sent by the server, with numbers of its own. */
export function createSentTrack(streamId: string, kind: string, { rtx }: AgreedCodec): SentTrack {
  const rtxSsrc = rtx === undefined ? undefined : randomSsrc();
  return { ssrc: randomSsrc(), rtxSsrc, cname: streamId, streamId, trackId: `${streamId}-${kind}` };
}

function randomSsrc(): number {
  return 1 + Math.floor(Math.random() * 0xffff_fffe);
}

const LINE_END = '\r\n';

/** Identifies an answer (RFC 4566 5.2). */
export interface AnswerOrigin {
  readonly sessionId: number;
  /** Incremented with each answer of the same connection. */
  readonly version: number;
}

/** The origin of the first answer of a connection. */
export function newOrigin(): AnswerOrigin {
  return { sessionId: Math.floor(Math.random() * 2 ** 48), version: 2 };
}

/**
 * Writes the answer: every section of the offer in its order, rejected ones with port 0.
 *
 * @param isShort true to put the candidates into the first section only, which a bundle shares (RFC 8843 9.3)
 */
export function writeAnswer(
  offer: Offer,
  transport: LocalTransport,
  { sessionId, version }: AnswerOrigin,
  answers: readonly (SectionAnswer | undefined)[],
  isShort = false,
): string {
  const bundled = offer.sections.filter((section, index) => answers[index] !== undefined && section.mid !== undefined);
  const lines = ['v=0', `o=- ${sessionId} ${version} IN IP4 127.0.0.1`, 's=-', 't=0 0'];
  if (offer.hasBundle) lines.push(`a=group:BUNDLE ${bundled.map((section) => section.mid).join(' ')}`);
  const streams = new Set(answers.flatMap((answer) => answer?.track?.streamId ?? []));
  lines.push(`a=msid-semantic: WMS${[...streams].map((id) => ` ${id}`).join('')}`);
  let { candidates } = transport;
  offer.sections.forEach((section, index) => {
    const answer = answers[index];
    if (answer === undefined) {
      lines.push(...refusedSection(section));
      return;
    }
    lines.push(...acceptedSection(section, answer, { ...transport, candidates }));
    if (isShort) candidates = [];
  });
  return lines.join(LINE_END) + LINE_END;
}

function refusedSection(section: OfferedSection): string[] {
  const lines = [`m=${section.kind} 0 ${section.protocol} ${section.formats}`, 'c=IN IP4 0.0.0.0', 'a=inactive'];
  if (section.mid !== undefined) lines.push(`a=mid:${section.mid}`);
  return lines;
}

function acceptedSection(section: OfferedSection, answer: SectionAnswer, transport: LocalTransport): string[] {
  const { codec, rtx } = answer.agreed;
  const formats = [codec, rtx].flatMap((entry) => entry?.payloadType ?? []).join(' ');
  const lines = [
    `m=${section.kind} 9 ${section.protocol} ${formats}`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    ...transport.candidates.map((candidate) => `a=${candidate}`),
    ...(transport.candidates.length > 0 ? ['a=end-of-candidates'] : []),
    `a=ice-ufrag:${transport.iceUfrag}`,
    `a=ice-pwd:${transport.icePwd}`,
    `a=fingerprint:${transport.fingerprint.algorithm} ${transport.fingerprint.value}`,
    `a=setup:${transport.setup}`,
  ];
  if (section.mid !== undefined) lines.push(`a=mid:${section.mid}`);
  for (const uri of answer.extensions) {
    const id = section.extensions.get(uri);
    if (id !== undefined) lines.push(`a=extmap:${id} ${uri}`);
  }
  lines.push(`a=${answer.direction}`);
  const { track, rids = [] } = answer;
  if (track !== undefined) lines.push(`a=msid:${track.streamId} ${track.trackId}`);
  lines.push('a=rtcp-mux', 'a=rtcp-rsize', ...codecLines(codec, answer.feedback, answer.format));
  if (rtx !== undefined) lines.push(...codecLines(rtx, []));
  if (track !== undefined) lines.push(...trackLines(track));
  for (const rid of rids) lines.push(`a=rid:${rid} recv`);
  if (rids.length > 0) lines.push(`a=simulcast:recv ${rids.join(';')}`);
  return lines;
}

function codecLines(codec: OfferedCodec, feedback: readonly string[], added?: string): string[] {
  const channels = codec.channels === undefined ? '' : `/${codec.channels}`;
  const lines = [`a=rtpmap:${codec.payloadType} ${codec.name}/${codec.clockRate}${channels}`];
  for (const type of feedback) if (codec.feedback.has(type)) lines.push(`a=rtcp-fb:${codec.payloadType} ${type}`);
  const format = [codec.format, added].filter((part) => part !== undefined && part !== '').join(';');
  if (format !== '') lines.push(`a=fmtp:${codec.payloadType} ${format}`);
  return lines;
}

function trackLines({ ssrc, rtxSsrc, cname, streamId, trackId }: SentTrack): string[] {
  const lines = rtxSsrc === undefined ? [] : [`a=ssrc-group:FID ${ssrc} ${rtxSsrc}`];
  for (const id of rtxSsrc === undefined ? [ssrc] : [ssrc, rtxSsrc]) {
    lines.push(`a=ssrc:${id} cname:${cname}`, `a=ssrc:${id} msid:${streamId} ${trackId}`);
  }
  return lines;
}
