import sdpTransform from 'sdp-transform';
import { MediaError } from '../../engine.js';

export interface OfferLimits {
  /** Limit in characters. */
  readonly length: number;
  /** Limit of lines; each is matched against every known form. */
  readonly lines: number;
  readonly sections: number;
}

/**
 * Limits of an offer for one stream. Chromium's with every codec has about 8,000 characters, with 16 sections about
 * 2,000 lines.
 */
const ONE_STREAM: OfferLimits = { length: 100_000, lines: 4_000, sections: 16 };
/** Limits of an offer for many streams: 100 of them, each with audio and video in the codecs of conferences alone. */
export const MANY_STREAMS: OfferLimits = { length: 262_144, lines: 16_000, sections: 256 };
/** Layers of a picture: quarter, half and full size. */
const MAX_LAYERS = 3;
/** ICE credentials (RFC 8839 5.4). werift fails to connect with others, after the offer was answered. */
const ICE_UFRAG = /^[A-Za-z\d+/]{4,256}$/;
const ICE_PWD = /^[A-Za-z\d+/]{22,256}$/;
const RID = /^[\w-]{1,16}$/;
/** Limit of SSRCs read from one section: a stream, its retransmissions and its replacements. */
const MAX_SSRCS = 8;
/** Limit of feedback types read for one codec; browsers offer six. */
const MAX_FEEDBACK = 32;

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface OfferedCodec {
  readonly payloadType: number;
  /** As in the rtpmap line, e.g. `VP8`, `opus`, `rtx`. */
  readonly name: string;
  readonly clockRate: number;
  readonly channels: number | undefined;
  /** Text of the fmtp line, without the payload type; empty where there is none. */
  readonly format: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** e.g. `nack`, `nack pli`, `transport-cc`. */
  readonly feedback: ReadonlySet<string>;
}

export interface OfferedSection {
  readonly index: number;
  /** `audio`, `video`, or another kind, which is rejected. */
  readonly kind: string;
  readonly protocol: string;
  readonly mid: string | undefined;
  readonly isRejected: boolean;
  readonly isBundled: boolean;
  readonly direction: Direction;
  /** In the order of the m= line, without payload types that have no rtpmap (trap T21). */
  readonly codecs: readonly OfferedCodec[];
  /** The formats of the m= line as text, to be echoed where the section is rejected. */
  readonly formats: string;
  /** Header extension ids by uri. */
  readonly extensions: ReadonlyMap<string, number>;
  /** The SSRC of the section's main stream, if the offer names it. */
  readonly primarySsrc: number | undefined;
  /** Restriction ids of the layers it sends at once (RFC 8853), at most three; empty without simulcast. */
  readonly sentRids: readonly string[];
  /** All SSRCs that the offer names, at most eight. */
  readonly ssrcs: readonly number[];
}

export interface Offer {
  readonly iceUfrag: string;
  readonly icePwd: string;
  readonly iceLite: boolean;
  readonly fingerprints: readonly { readonly algorithm: string; readonly value: string }[];
  readonly setup: string;
  readonly hasBundle: boolean;
  readonly sections: readonly OfferedSection[];
}

const DIRECTIONS: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

/**
 * Parses a browser's offer: tolerant of the quirks of old clients, strict about everything that a transport requires.
 *
 * @throws {MediaError} `bad-sdp`
 */
export function parseOffer(text: string, limits = ONE_STREAM): Offer {
  if (typeof text !== 'string' || text.length === 0) throw badSdp('the offer is empty; send the SDP text');
  if (text.length > limits.length) throw badSdp(`the offer is longer than ${limits.length} characters`);
  if (countLines(text) > limits.lines) throw badSdp(`the offer has more than ${limits.lines} lines`);
  let session: sdpTransform.SessionDescription;
  try {
    session = sdpTransform.parse(text);
    return readSession(session, limits);
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw badSdp('the offer cannot be parsed', error);
  }
}

function countLines(text: string): number {
  let lines = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines++;
  return lines;
}

function readSession(session: sdpTransform.SessionDescription, limits: OfferLimits): Offer {
  if (session.media.length === 0) throw badSdp('the offer has no m= line');
  if (session.media.length > limits.sections) throw badSdp(`the offer has more than ${limits.sections} m= lines`);
  const bundle = session.groups?.find((group) => group.type === 'BUNDLE');
  const bundled = new Set(bundle === undefined ? [] : String(bundle.mids).split(' '));
  const sections = session.media.map((media, index) => readSection(media, index, bundle === undefined, bundled));
  const carried = sections.filter((section) => !section.isRejected && isMedia(section));
  if (carried.length === 0) throw badSdp('the offer has no usable audio or video section');
  if (bundle === undefined && carried.length > 1) {
    throw badSdp('the offer has several sections and no BUNDLE group; one transport carries all of them');
  }
  const first = session.media[carried[0]?.index ?? 0];
  const ufrag = first?.iceUfrag ?? session.iceUfrag;
  const pwd = first?.icePwd ?? session.icePwd;
  const fingerprint = first?.fingerprint ?? session.fingerprint;
  if (ufrag === undefined || pwd === undefined) throw badSdp('the offer has no ice-ufrag or ice-pwd');
  if (!ICE_UFRAG.test(ufrag) || !ICE_PWD.test(pwd)) {
    throw badSdp('ice-ufrag needs 4 to 256 and ice-pwd 22 to 256 characters, all of A-Z, a-z, 0-9, + and /');
  }
  if (fingerprint === undefined || !/^([0-9a-f]{2}:)+[0-9a-f]{2}$/i.test(fingerprint.hash)) {
    throw badSdp('the offer has no usable a=fingerprint line; media is always encrypted with DTLS');
  }
  if (!/^sha-?(1|224|256|384|512)$/i.test(fingerprint.type)) {
    throw badSdp(`the fingerprint's hash ${fingerprint.type} is not supported; use sha-256`);
  }
  return {
    iceUfrag: String(ufrag),
    icePwd: String(pwd),
    iceLite: session.icelite !== undefined,
    fingerprints: [{ algorithm: fingerprint.type, value: fingerprint.hash }],
    setup: first?.setup ?? session.setup ?? 'actpass',
    hasBundle: bundle !== undefined,
    sections,
  };
}

/** True if the section is audio or video over DTLS-SRTP. */
export function isMedia(section: OfferedSection): boolean {
  return (section.kind === 'audio' || section.kind === 'video') && /RTP\/SAVPF?$/.test(section.protocol);
}

function readSection(
  media: sdpTransform.SessionDescription['media'][number],
  index: number,
  isAlone: boolean,
  bundled: ReadonlySet<string>,
): OfferedSection {
  const mid = media.mid === undefined ? undefined : String(media.mid);
  const isBundled = isAlone || (mid !== undefined && bundled.has(mid));
  const isBundleOnly = media.bundleOnly !== undefined && isBundled;
  return {
    index,
    kind: media.type,
    protocol: media.protocol,
    mid,
    // Port 0 rejects a section, unless it is bundle-only; old clients rewrite the port to 9 in any case.
    isRejected: (media.port === 0 && !isBundleOnly) || !isBundled,
    isBundled,
    direction: DIRECTIONS.includes(media.direction ?? '') ? (media.direction as Direction) : 'sendrecv',
    codecs: readCodecs(media),
    formats: String(media.payloads ?? ''),
    extensions: new Map((media.ext ?? []).map((extension) => [extension.uri, extension.value])),
    primarySsrc: readPrimarySsrc(media),
    sentRids: readSentRids(media),
    ssrcs: readSsrcs(media),
  };
}

function readCodecs(media: sdpTransform.SessionDescription['media'][number]): OfferedCodec[] {
  const codecs: OfferedCodec[] = [];
  // Deduplicated: a repetitive list would cost its length times that of all other lines.
  for (const token of new Set(String(media.payloads ?? '').split(' '))) {
    const payloadType = Number(token);
    if (token === '' || !Number.isInteger(payloadType) || payloadType < 0 || payloadType > 127) continue;
    const map = media.rtp.find((line) => line.payload === payloadType);
    if (map === undefined || codecs.some((codec) => codec.payloadType === payloadType)) continue;
    const format = media.fmtp.find((line) => line.payload === payloadType)?.config ?? '';
    const feedback = (media.rtcpFb ?? [])
      .filter((line) => String(line.payload) === token || String(line.payload) === '*')
      .slice(0, MAX_FEEDBACK)
      .map((line) => (line.subtype === undefined ? line.type : `${line.type} ${line.subtype}`));
    codecs.push({
      payloadType,
      name: map.codec,
      clockRate: map.rate ?? 0,
      channels: map.encoding === undefined ? undefined : Number(map.encoding),
      format,
      parameters: readParameters(format),
      feedback: new Set(feedback),
    });
  }
  return codecs;
}

function readParameters(format: string): ReadonlyMap<string, string> {
  const pairs = format.split(';').map((part): [string, string] => {
    const [key = '', ...value] = part.split('=');
    return [key.trim().toLowerCase(), value.join('=').trim()];
  });
  return new Map(pairs.filter(([key]) => key !== ''));
}

function readPrimarySsrc(media: sdpTransform.SessionDescription['media'][number]): number | undefined {
  const group = media.ssrcGroups?.find((line) => line.semantics === 'SIM') ?? media.ssrcGroups?.[0];
  const first = group === undefined ? media.ssrcs?.[0]?.id : Number(String(group.ssrcs).split(' ')[0]);
  const ssrc = Number(first);
  return isSsrc(ssrc) ? ssrc : undefined;
}

function readSsrcs(media: sdpTransform.SessionDescription['media'][number]): number[] {
  return [...new Set((media.ssrcs ?? []).map(({ id }) => Number(id)))].filter(isSsrc).slice(0, MAX_SSRCS);
}

/** In the order of the simulcast line; of alternatives the first. */
function readSentRids(media: sdpTransform.SessionDescription['media'][number]): string[] {
  const { simulcast, rids = [] } = media;
  const list = simulcast?.dir1 === 'send' ? simulcast.list1 : simulcast?.dir2 === 'send' ? simulcast.list2 : undefined;
  const known = new Set(rids.filter(({ direction }) => direction === 'send').map(({ id }) => String(id)));
  const names = (list ?? '').split(';').map((entry) => (entry.split(',')[0] ?? '').replace(/^~/, ''));
  return [...new Set(names)].filter((name) => RID.test(name) && known.has(name)).slice(0, MAX_LAYERS);
}

function isSsrc(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= 0xffff_ffff;
}

function badSdp(message: string, cause?: unknown): MediaError {
  return new MediaError('bad-sdp', message, cause === undefined ? undefined : { cause });
}
