import type { Platform } from '../platform/types.js';
import { orderCodecs } from './codecs.js';

/** What a link carries; asked again for every peer connection of it. */
export interface LinkPlan {
  readonly kind: 'publish' | 'subscribe';
  /** Adds the transceivers: audio first, then video (wire-conference 3.1). */
  prepare(pc: RTCPeerConnection): void;
  /** Members of op 102 besides the offer. */
  request(): Readonly<Record<string, unknown>>;
}

type CodecSource = Pick<Platform, 'codecCapabilities'>;

function preferCodecs(transceiver: RTCRtpTransceiver, platform: CodecSource, preferred: readonly string[]): void {
  const known = platform.codecCapabilities?.('video') ?? [];
  if (known.length === 0 || preferred.length === 0) return;
  try {
    transceiver.setCodecPreferences(orderCodecs(known, preferred));
  } catch {
    // A browser without it, or that does not take its own list: its order stands, and is decoded as well.
  }
}

/**
 * Transceivers of a publication: both sections can receive, because published clients offer so; a kind that is not
 * captured is only received, which the server answers as it likes.
 */
export function preparePublish(
  pc: RTCPeerConnection,
  platform: CodecSource,
  media: MediaStream,
  codecs: readonly string[],
): void {
  for (const kind of ['audio', 'video'] as const) {
    const track = media.getTracks().find((candidate) => candidate.kind === kind);
    const transceiver = track
      ? pc.addTransceiver(track, { direction: 'sendrecv', streams: [media] })
      : pc.addTransceiver(kind, { direction: 'recvonly' });
    if (kind === 'video') preferCodecs(transceiver, platform, codecs);
  }
}

/** Transceivers of a subscription: video that is not wanted is offered `sendonly` without a track. */
export function prepareSubscribe(
  pc: RTCPeerConnection,
  platform: CodecSource,
  wantsVideo: boolean,
  codecs: readonly string[],
): void {
  pc.addTransceiver('audio', { direction: 'recvonly' });
  const video = pc.addTransceiver('video', { direction: wantsVideo ? 'recvonly' : 'sendonly' });
  if (wantsVideo) preferCodecs(video, platform, codecs);
}
