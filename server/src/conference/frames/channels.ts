import { decodeCandidates, type OffFlag, type WireMessage } from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { IceCandidate, MediaKinds, PictureNeed } from '../../media/engine.js';
import { flag, id, read } from './fields.js';
import { readOffer, wanted } from './init.js';

const MAX_CANDIDATES = 64;
/** The largest picture that H264 and VP8 have. */
const MAX_HEIGHT = 16_384;

const candidates = z.object({ rtcId: id, cctx: id.nullish() });
const sharedCandidates = z.object({ trsId: id });
const negotiation = z.object({ trsId: id, cctx: id.nullish(), isNew: flag.nullish() });
const disconnection = z.object({ trsId: id, endReason: z.number().int().nullish() });
const terminate = z.object({ rtcId: id, endReason: z.number().int().nullish() });
const unsubscribe = z.object({ rtcId: id });
const change = z.object({ rtcId: id, subSId: id, subSVideo: wanted, subSAudio: wanted });
const need = z.object({ rtcId: id, h: z.number().int().min(0).max(MAX_HEIGHT).nullish(), pin: flag.nullish() });
const recording = z.object({ rtcId: id, flag });
const control = z.object({ rtcId: id, voff: flag, aoff: flag });

export interface CandidatesFrame {
  readonly kind: 'candidates';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly candidates: readonly IceCandidate[];
}

export interface NegotiateFrame {
  readonly kind: 'negotiate';
  readonly trsId: string;
  readonly cctx: string | undefined;
  /** The first offer of the connection. */
  readonly isNew: boolean;
  readonly offer: string;
}

export interface DisconnectFrame {
  readonly kind: 'disconnect';
  readonly trsId: string;
}

export interface SharedCandidatesFrame {
  readonly kind: 'sharedCandidates';
  readonly trsId: string;
  readonly candidates: readonly IceCandidate[];
}

export interface TerminateFrame {
  readonly kind: 'terminate';
  readonly rtcId: string;
  readonly endReason: number | undefined;
}

export interface UnsubscribeFrame {
  readonly kind: 'unsubscribe';
  readonly rtcId: string;
}

export interface ChangeSubscriptionFrame {
  readonly kind: 'changeSubscription';
  readonly rtcId: string;
  readonly streamId: string;
  readonly wanted: MediaKinds;
}

export interface PictureNeedFrame {
  readonly kind: 'pictureNeed';
  readonly rtcId: string;
  readonly need: PictureNeed;
}

export interface StreamControlFrame {
  readonly kind: 'streamControl';
  readonly rtcId: string;
  readonly voff: OffFlag;
  readonly aoff: OffFlag;
}

export interface RecordFrame {
  readonly kind: 'record';
  readonly rtcId: string;
  readonly flag: OffFlag;
}

/** Op 105. */
export function readCandidates(message: WireMessage): CandidatesFrame | SharedCandidatesFrame {
  const list = decodeCandidates(message.cands).slice(0, MAX_CANDIDATES);
  if (message.rtcId === undefined && message.trsId !== undefined) {
    return { kind: 'sharedCandidates', trsId: read(sharedCandidates, message).trsId, candidates: list };
  }
  const { rtcId, cctx } = read(candidates, message);
  return { kind: 'candidates', rtcId, cctx: cctx ?? undefined, candidates: list };
}

/** Op 110. */
export function readNegotiate(message: WireMessage): NegotiateFrame {
  const { trsId, cctx, isNew } = read(negotiation, message);
  return { kind: 'negotiate', trsId, cctx: cctx ?? undefined, isNew: isNew === 1, offer: readOffer(message) };
}

/** Op 107, of one stream or of a connection that carries many. */
export function readTerminate(message: WireMessage): TerminateFrame | DisconnectFrame {
  if (message.rtcId === undefined && message.trsId !== undefined) {
    return { kind: 'disconnect', trsId: read(disconnection, message).trsId };
  }
  const { rtcId, endReason } = read(terminate, message);
  return { kind: 'terminate', rtcId, endReason: endReason ?? undefined };
}

/** Op 206. */
export const readUnsubscribe = (message: WireMessage): UnsubscribeFrame => ({
  kind: 'unsubscribe',
  rtcId: read(unsubscribe, message).rtcId,
});

/** Op 205. */
export function readChangeSubscription(message: WireMessage): ChangeSubscriptionFrame {
  const { rtcId, subSId, subSVideo, subSAudio } = read(change, message);
  return { kind: 'changeSubscription', rtcId, streamId: subSId, wanted: { audio: subSAudio, video: subSVideo } };
}

/** Op 113. Without a height the largest size is needed. */
export function readPictureNeed(message: WireMessage): PictureNeedFrame {
  const { rtcId, h, pin } = read(need, message);
  return { kind: 'pictureNeed', rtcId, need: { ...(typeof h === 'number' && { height: h }), isPreferred: pin === 1 } };
}

/** Op 400. */
export const readStreamControl = (message: WireMessage): StreamControlFrame => ({
  kind: 'streamControl',
  ...read(control, message),
});

/** Op 500. */
export const readRecord = (message: WireMessage): RecordFrame => ({ kind: 'record', ...read(recording, message) });
