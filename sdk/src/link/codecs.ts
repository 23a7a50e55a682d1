import { VIDEO_CODECS } from '../protocol/index.js';

/**
 * Chooses the video codec to publish with: the first of the server's list that every other member decodes, else the one
 * that most do, else the first (wire-conference 3.4).
 */
export function choosePublishCodec(
  preferred: readonly string[],
  members: readonly (readonly string[])[],
): string | undefined {
  let best = preferred[0];
  let bestSupport = -1;
  for (const codec of preferred) {
    const support = members.filter((codecs) => codecs.includes(codec)).length;
    if (support > bestSupport) {
      best = codec;
      bestSupport = support;
    }
  }
  return best;
}

/**
 * Chooses the video codecs to receive a stream with, best first: the stream's first one if this side supports it, else
 * all of this side's that the publishing member lists (wire-conference 3.4).
 */
export function chooseSubscribeCodecs(
  own: readonly string[],
  stream: readonly string[],
  publisher: readonly string[],
): readonly string[] {
  const first = stream[0];
  if (first !== undefined && own.includes(first)) return [first];
  return own.filter((codec) => publisher.includes(codec));
}

const nameOf = (mimeType: string): string => mimeType.slice(mimeType.indexOf('/') + 1).toUpperCase();

/** Moves the preferred codecs to the front; nothing is removed. */
export function orderCodecs(codecs: readonly RTCRtpCodec[], preferred: readonly string[]): RTCRtpCodec[] {
  const rank = ({ mimeType, sdpFmtpLine }: RTCRtpCodec): number => {
    const name = nameOf(mimeType);
    const index = preferred.findIndex((codec) => codec.toUpperCase() === name);
    // Constrained baseline at level 3.1 is the only H264 profile that every client supports (wire-conference 3.3).
    const isOdd = name === 'H264' && sdpFmtpLine !== undefined && !/profile-level-id=42e01f/i.test(sdpFmtpLine);
    return (index < 0 ? preferred.length : index) + (isOdd ? 0.5 : 0);
  };
  return [...codecs].sort((one, other) => rank(one) - rank(other));
}

/** Names of codecs that conferences use, and of formats for retransmission. */
const USED_CODECS: readonly string[] = ['OPUS', 'RTX', ...VIDEO_CODECS];

/**
 * Filters a platform's codecs to those of conferences, H264 in the one profile that every client supports: this reduces
 * an offer to a fifth of its size.
 */
export function usedCodecs(codecs: readonly RTCRtpCodec[]): RTCRtpCodec[] {
  const used = codecs.filter(({ mimeType }) => USED_CODECS.includes(nameOf(mimeType)));
  const isCommon = ({ sdpFmtpLine = '' }: RTCRtpCodec): boolean =>
    /profile-level-id=42e01f/i.test(sdpFmtpLine) && /packetization-mode=1/.test(sdpFmtpLine);
  const isH264 = ({ mimeType }: RTCRtpCodec): boolean => nameOf(mimeType) === 'H264';
  const hasCommon = used.some((codec) => isH264(codec) && isCommon(codec));
  return used.filter((codec) => !isH264(codec) || !hasCommon || isCommon(codec));
}

/**
 * Enables discontinuous transmission of Opus: set in the answer, where it affects only this side (wire-conference 3.3).
 */
export const withDtx = (sdp: string): string => {
  const payload = /a=rtpmap:(\d+) opus\//i.exec(sdp)?.[1];
  if (payload === undefined) return sdp;
  return sdp.replace(new RegExp(`(a=fmtp:${payload} (?!.*usedtx)[^\\r\\n]*)`), '$1;usedtx=1');
};

/** Maximum bit rates in kbit/s. */
export interface Bitrates {
  readonly audio?: number | undefined;
  readonly video?: number | undefined;
}

/** Limits the sent bit rate; set in the answer, for this side only: `b=TIAS` is for Firefox (wire-conference 3.5). */
export const withBitrates = (sdp: string, rates: Bitrates): string =>
  (['audio', 'video'] as const).reduce((text, kind) => {
    const rate = rates[kind];
    if (rate === undefined) return text;
    const section = new RegExp(`(m=${kind} .*\r?\n(?:[ic]=.*\r?\n)*)(?:b=.*\r?\n)*`);
    return text.replace(section, `$1b=AS:${rate}\r\nb=TIAS:${rate * 1000}\r\n`);
  }, sdp);
