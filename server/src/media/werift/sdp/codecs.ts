import type { OfferedCodec, OfferedSection } from './offer.js';

/** A codec negotiated with one peer. */
export interface AgreedCodec {
  readonly codec: OfferedCodec;
  /** Its retransmission format (RFC 4588). */
  readonly rtx: OfferedCodec | undefined;
}

/** The codec that a source sends, to be compared with a subscriber's offer. */
export interface CodecIdentity {
  /** Upper case rtpmap name. */
  readonly name: string;
  /** H264 only: packetization-mode and the first four digits of profile-level-id, lower case. */
  readonly h264?: { readonly packetizationMode: string; readonly profile: string };
}

/** Baseline, mode 0: the default of RFC 6184 without an fmtp line. */
const H264_DEFAULT_PROFILE = '420010';
/** Constrained Baseline may be written with either pair of constraint bits. */
const CONSTRAINED_BASELINE: readonly string[] = ['42e0', '42c0'];

export function identityOf(codec: OfferedCodec): CodecIdentity {
  const name = codec.name.toUpperCase();
  if (name !== 'H264') return { name };
  const profileLevelId = codec.parameters.get('profile-level-id') ?? H264_DEFAULT_PROFILE;
  const profile = profileLevelId.slice(0, 4).toLowerCase();
  return {
    name,
    h264: {
      packetizationMode: codec.parameters.get('packetization-mode') ?? '0',
      profile: CONSTRAINED_BASELINE.includes(profile) ? '42e0' : profile,
    },
  };
}

/** True if a peer that offers `offered` can decode `sent`. */
export function canDecode(offered: CodecIdentity, sent: CodecIdentity): boolean {
  if (offered.name !== sent.name) return false;
  if (offered.h264 === undefined || sent.h264 === undefined) return true;
  if (offered.h264.packetizationMode !== sent.h264.packetizationMode) return false;
  // A decoder of full Baseline decodes its constrained subset as well.
  return (
    offered.h264.profile === sent.h264.profile || (offered.h264.profile === '4200' && sent.h264.profile === '42e0')
  );
}

export function sameCodec(a: CodecIdentity, b: CodecIdentity): boolean {
  return canDecode(a, b) && canDecode(b, a);
}

/** H264 is forwarded in one form, which every browser supports: Constrained Baseline, packetization mode 1. */
function isForwardable(identity: CodecIdentity): boolean {
  return identity.h264 === undefined || (identity.h264.packetizationMode === '1' && identity.h264.profile === '42e0');
}

/** RFC 7587, RFC 7741 and RFC 6184 fix the clock rates of these codecs; times are computed with them. */
function hasItsClockRate({ name, clockRate }: OfferedCodec): boolean {
  return clockRate === (name.toUpperCase() === 'OPUS' ? 48_000 : 90_000);
}

/** The publisher's codec: the first in the offer's own order that the conference allows. */
export function choosePublished(section: OfferedSection, allowed: readonly string[]): AgreedCodec | undefined {
  const names = new Set(allowed.map((name) => name.toUpperCase()));
  const codecs = section.codecs.filter((codec) => names.has(codec.name.toUpperCase()) && hasItsClockRate(codec));
  // By name first: the order of a browser's H264 profiles implies no preference of H264 over VP8.
  for (const name of new Set(codecs.map((codec) => codec.name.toUpperCase()))) {
    const codec = codecs.find((entry) => entry.name.toUpperCase() === name && isForwardable(identityOf(entry)));
    if (codec !== undefined) return { codec, rtx: findRtx(section, codec) };
  }
  return undefined;
}

/** The subscriber's own payload type for the codec of the source. */
export function chooseSubscribed(section: OfferedSection, sent: CodecIdentity): AgreedCodec | undefined {
  const matching = section.codecs.filter((codec) => hasItsClockRate(codec) && canDecode(identityOf(codec), sent));
  const codec = matching.find((candidate) => sameCodec(identityOf(candidate), sent)) ?? matching[0];
  return codec && { codec, rtx: findRtx(section, codec) };
}

function findRtx(section: OfferedSection, codec: OfferedCodec): OfferedCodec | undefined {
  return section.codecs.find(
    (candidate) =>
      candidate.name.toLowerCase() === 'rtx' && Number(candidate.parameters.get('apt')) === codec.payloadType,
  );
}
