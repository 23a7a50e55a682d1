import type { Platform } from '../platform/types.js';
import type { SectionSource } from './carrier.js';
import { orderCodecs, usedCodecs } from './codecs.js';

/** Content of a link; evaluated again for each of its peer connections. */
export interface LinkPlan {
  readonly kind: 'publish' | 'subscribe';
  /** Adds the transceivers: audio first, then video (wire-conference 3.1). */
  prepare(pc: SectionSource): void;
  /** Members of op 102 besides the offer. */
  request(): Readonly<Record<string, unknown>>;
  /** Transforms the answer before it is applied. */
  adjustAnswer?(sdp: string): string;
}

type CodecSource = Pick<Platform, 'codecCapabilities'>;

/** Codecs by kind, best first; a kind without a list keeps the platform's order. */
export type CodecPreferences = Readonly<Partial<Record<'audio' | 'video', readonly string[] | undefined>>>;

function preferCodecs(
  { isShared = false }: SectionSource,
  transceiver: RTCRtpTransceiver,
  platform: CodecSource,
  preferences: CodecPreferences,
): void {
  const kind = transceiver.receiver.track.kind as 'audio' | 'video';
  const known = platform.codecCapabilities?.(kind) ?? [];
  const preferred = preferences[kind] ?? [];
  if (known.length === 0 || (preferred.length === 0 && !isShared)) return;
  try {
    const ordered = orderCodecs(known, preferred);
    transceiver.setCodecPreferences(isShared ? usedCodecs(ordered) : ordered);
  } catch {
    // Without support, or if the browser refuses its own list, its default order is used and can be decoded as well.
  }
}

/**
 * Adds the transceivers of a publication: both sections can receive, because deployed clients offer them so; a kind
 * that is not captured is receive-only, and the server may answer it either way. For an audio-mixer stream the audio
 * section always receives the mix as well, and the video section never does.
 */
export function preparePublish(
  pc: SectionSource,
  platform: CodecSource,
  media: MediaStream,
  codecs: CodecPreferences,
  isMixer: boolean,
  layersOf?: (track: MediaStreamTrack) => RTCRtpEncodingParameters[] | undefined,
): void {
  for (const kind of ['audio', 'video'] as const) {
    const track = media.getTracks().find((candidate) => candidate.kind === kind);
    const alone = kind === 'audio' ? 'sendrecv' : 'sendonly';
    const direction = isMixer ? alone : track ? 'sendrecv' : 'recvonly';
    const isSent = track ?? isMixer;
    const sendEncodings = kind === 'video' && track ? layersOf?.(track) : undefined;
    const transceiver = pc.addTransceiver(track ?? kind, {
      direction,
      ...(isSent && { streams: [media] }),
      ...(sendEncodings && { sendEncodings }),
    });
    preferCodecs(pc, transceiver, platform, codecs);
  }
}

/** Adds the transceivers of a subscription: unwanted video is offered `sendonly` without a track. */
export function prepareSubscribe(
  pc: SectionSource,
  platform: CodecSource,
  wantsVideo: boolean,
  codecs: CodecPreferences,
): void {
  preferCodecs(pc, pc.addTransceiver('audio', { direction: 'recvonly' }), platform, codecs);
  const video = pc.addTransceiver('video', { direction: wantsVideo ? 'recvonly' : 'sendonly' });
  if (wantsVideo || pc.isShared) preferCodecs(pc, video, platform, codecs);
}
