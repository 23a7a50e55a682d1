import { decodeSdp, ServerCode, StreamType, type OffFlag, type WireMessage } from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { MediaKinds } from '../../media/engine.js';
import type { SharedPlace } from '../model.js';
import { singleLine } from '../../single-line.js';
import { flag, FrameError, id, MAX_ID_LENGTH, read, text } from './fields.js';

export const wanted = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);
const size = z.number().int().min(1).max(16_384);

/** Media sections of one stream: audio and video. */
const MAX_MIDS = 2;
const MAX_MID_LENGTH = 32;

/** Upper bound for the bit rate of a publisher, in kbit/s. */
const MAX_BITRATE_KBPS = 1_000_000;
const bitrate = z.number().positive().max(MAX_BITRATE_KBPS).nullish().catch(undefined);

/** Bounds for the kinds of sources of a desktop: `screen`, `window`, `tab`, or others that a client names. */
const MAX_SCREEN_OPTIONS = 8;
const MAX_SCREEN_OPTION_LENGTH = 32;
const screenOptions = z
  .array(z.string().max(MAX_SCREEN_OPTION_LENGTH).transform(singleLine))
  .max(MAX_SCREEN_OPTIONS)
  .nullish()
  .catch(undefined);

const publication = z.object({
  id: id.nullish(),
  type: z.union([z.literal(StreamType.Video), z.literal(StreamType.Desktop), z.literal(StreamType.AudioMixer)]),
  voff: flag.nullish(),
  aoff: flag.nullish(),
  name: z.string().max(MAX_ID_LENGTH).transform(singleLine).nullish(),
  ext: text.nullish(),
  resolution: z.object({ w: size, h: size }).nullish().catch(undefined),
  vbitrate: bitrate,
  abitrate: bitrate,
  screenOptions,
});

const init = z.object({
  rtcId: id,
  cctx: id.nullish(),
  pubS: publication.nullish(),
  subSId: id.nullish(),
  subSVideo: wanted.nullish(),
  subSAudio: wanted.nullish(),
  trsId: id.nullish(),
  mids: z.array(z.string().min(1).max(MAX_MID_LENGTH)).min(1).max(MAX_MIDS).nullish(),
});
export interface PublishFrame {
  readonly kind: 'publish';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  /** Empty where the offer of a shared connection follows. */
  readonly offer: string;
  readonly shared?: SharedPlace;
  readonly pubS: {
    readonly id: string | undefined;
    readonly type: StreamType;
    readonly voff: OffFlag;
    readonly aoff: OffFlag;
    readonly name: string | undefined;
    readonly ext: string | undefined;
    readonly resolution: { readonly w: number; readonly h: number } | undefined;
    /** Highest bit rates in kbit/s. */
    readonly vbitrate: number | undefined;
    readonly abitrate: number | undefined;
    readonly screenOptions: readonly string[] | undefined;
  };
}

export interface SubscribeFrame {
  readonly kind: 'subscribe';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly offer: string;
  readonly shared?: SharedPlace;
  readonly streamId: string;
  readonly wanted: MediaKinds;
}

/** @throws {FrameError} */
export function readOffer(message: WireMessage): string {
  if (message.sdp === undefined || message.sdp === null) {
    throw new FrameError(ServerCode.SdpRequired, 'op 102 needs "sdp"');
  }
  const { type, sdp } = decodeSdp(message.sdp);
  if (type !== 'offer') throw new FrameError(ServerCode.BadParameters, 'the "sdp" of op 102 must be an offer');
  return sdp;
}

/** Op 102. @throws {FrameError} */
export function readInit(message: WireMessage): PublishFrame | SubscribeFrame {
  if (message.rtcId === undefined || message.rtcId === null) {
    throw new FrameError(ServerCode.RtcRequired, 'op 102 needs "rtcId"');
  }
  const { rtcId, cctx, pubS, subSId, subSVideo, subSAudio, trsId, mids } = read(init, message);
  const place = typeof trsId === 'string' && mids ? { shared: { trsId, mids } } : undefined;
  const offer = place === undefined ? readOffer(message) : '';
  const channel = { rtcId, cctx: cctx ?? undefined, offer, ...place };
  if (pubS) {
    return {
      kind: 'publish',
      ...channel,
      pubS: {
        id: pubS.id ?? undefined,
        type: pubS.type,
        voff: pubS.voff ?? 0,
        aoff: pubS.aoff ?? 0,
        name: pubS.name ?? undefined,
        ext: pubS.ext ?? undefined,
        resolution: pubS.resolution ?? undefined,
        vbitrate: pubS.vbitrate ?? undefined,
        abitrate: pubS.abitrate ?? undefined,
        screenOptions: pubS.screenOptions ?? undefined,
      },
    };
  }
  if (subSId) {
    return {
      kind: 'subscribe',
      ...channel,
      streamId: subSId,
      wanted: { audio: subSAudio ?? true, video: subSVideo ?? true },
    };
  }
  throw new FrameError(ServerCode.BadParameters, 'op 102 needs "pubS" or "subSId"');
}
