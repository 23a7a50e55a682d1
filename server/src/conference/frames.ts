import {
  decodeCandidates,
  decodeLoose,
  decodeSdp,
  Op,
  ServerCode,
  StreamType,
  WireFormatError,
  type OffFlag,
  type WireMessage,
} from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { IceCandidate, MediaKinds } from '../media/engine.js';

/** Longest `ext`, `res` or free text of one member or stream, in characters; lists of them must fit a frame. */
export const MAX_EXT_LENGTH = 8 * 1024;
const MAX_ID_LENGTH = 256;
const MAX_CANDIDATES = 64;

/** A frame that cannot be carried out; `result` is the answer's code. */
export class FrameError extends Error {
  constructor(
    readonly result: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FrameError';
  }
}

const id = z.string().min(1).max(MAX_ID_LENGTH);
const flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform((value): OffFlag => (value ? 1 : 0));
const text = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .pipe(z.string().max(MAX_EXT_LENGTH));
const wanted = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);
const size = z.number().int().min(1).max(16_384);

const publication = z.object({
  id: id.nullish(),
  type: z.union([z.literal(StreamType.Video), z.literal(StreamType.Desktop), z.literal(StreamType.AudioMixer)]),
  voff: flag.nullish(),
  aoff: flag.nullish(),
  name: z.string().max(MAX_ID_LENGTH).nullish(),
  ext: text.nullish(),
  resolution: z.object({ w: size, h: size }).nullish().catch(undefined),
});

const init = z.object({
  rtcId: id,
  cctx: id.nullish(),
  pubS: publication.nullish(),
  subSId: id.nullish(),
  subSVideo: wanted.nullish(),
  subSAudio: wanted.nullish(),
});
const candidates = z.object({ rtcId: id, cctx: id.nullish() });
const terminate = z.object({ rtcId: id, endReason: z.number().int().nullish() });
const unsubscribe = z.object({ rtcId: id });
const change = z.object({ rtcId: id, subSId: id, subSVideo: wanted, subSAudio: wanted });
const control = z.object({ rtcId: id, voff: flag, aoff: flag });
const leave = z.object({ reason: z.number().int().nullish() });
const sync = z.object({ cver: z.number().nullish() });
const relay = z.object({ memId: id, arg: z.unknown().optional(), tsxTime: z.number().nullish() });
const answer = z.object({
  memId: id,
  tsxId: id,
  result: z.number().int(),
  msg: z.string().max(MAX_EXT_LENGTH).nullish(),
  arg: z.string().nullish(),
});

export interface PublishFrame {
  readonly kind: 'publish';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly offer: string;
  readonly pubS: {
    readonly id: string | undefined;
    readonly type: StreamType;
    readonly voff: OffFlag;
    readonly aoff: OffFlag;
    readonly name: string | undefined;
    readonly ext: string | undefined;
    readonly resolution: { readonly w: number; readonly h: number } | undefined;
  };
}

export interface SubscribeFrame {
  readonly kind: 'subscribe';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly offer: string;
  readonly streamId: string;
  readonly wanted: MediaKinds;
}

export interface CandidatesFrame {
  readonly kind: 'candidates';
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly candidates: readonly IceCandidate[];
}

export interface RelayFrame {
  readonly kind: 'control' | 'message';
  readonly targetId: string;
  /** Text, as it is delivered. */
  readonly arg: string;
  readonly op2: number | undefined;
  readonly tsxTime: number | undefined;
}

/** A request of a member, read and checked. */
export type Frame =
  | PublishFrame
  | SubscribeFrame
  | CandidatesFrame
  | { readonly kind: 'terminate'; readonly rtcId: string; readonly endReason: number | undefined }
  | { readonly kind: 'unsubscribe'; readonly rtcId: string }
  | {
      readonly kind: 'changeSubscription';
      readonly rtcId: string;
      readonly streamId: string;
      readonly wanted: MediaKinds;
    }
  | { readonly kind: 'streamControl'; readonly rtcId: string; readonly voff: OffFlag; readonly aoff: OffFlag }
  | { readonly kind: 'leave'; readonly reason: number }
  | { readonly kind: 'close' }
  | { readonly kind: 'sync'; readonly cver: number }
  | RelayFrame
  | {
      readonly kind: 'answer';
      readonly targetId: string;
      readonly tsxId: string;
      readonly result: number;
      readonly msg: string | undefined;
      readonly arg: string | undefined;
    };

function read<T>(schema: z.ZodType<T>, message: WireMessage): T {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new FrameError(
    ServerCode.BadParameters,
    `op ${message.op}: ${issue?.path.join('.') || 'frame'}: ${issue?.message ?? 'not valid'}`,
  );
}

function readOffer(message: WireMessage): string {
  if (message.sdp === undefined || message.sdp === null) {
    throw new FrameError(ServerCode.SdpRequired, 'op 102 needs "sdp"');
  }
  const { type, sdp } = decodeSdp(message.sdp);
  if (type !== 'offer') throw new FrameError(ServerCode.BadParameters, 'the "sdp" of op 102 must be an offer');
  return sdp;
}

function readInit(message: WireMessage): Frame {
  if (message.rtcId === undefined || message.rtcId === null) {
    throw new FrameError(ServerCode.RtcRequired, 'op 102 needs "rtcId"');
  }
  const { rtcId, cctx, pubS, subSId, subSVideo, subSAudio } = read(init, message);
  const offer = readOffer(message);
  const channel = { rtcId, cctx: cctx ?? undefined, offer };
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

function readRelay(kind: RelayFrame['kind'], message: WireMessage): Frame {
  const { memId, arg, tsxTime } = read(relay, message);
  if (arg === undefined || arg === null) throw new FrameError(ServerCode.BadParameters, 'the message needs "arg"');
  const value = decodeLoose(arg);
  const op2 = typeof value === 'object' && value !== null && 'op2' in value ? value.op2 : undefined;
  return {
    kind,
    targetId: memId,
    arg: typeof arg === 'string' ? arg : JSON.stringify(arg),
    op2: typeof op2 === 'number' ? op2 : undefined,
    tsxTime: tsxTime ?? undefined,
  };
}

function readAnswer(message: WireMessage): Frame {
  const { memId, tsxId, result, msg, arg } = read(answer, message);
  return { kind: 'answer', targetId: memId, tsxId, result, msg: msg ?? undefined, arg: arg ?? undefined };
}

function readKnown(message: WireMessage): Frame {
  switch (message.op) {
    case Op.Init:
      return readInit(message);
    case Op.Candidates: {
      const { rtcId, cctx } = read(candidates, message);
      const list = decodeCandidates(message.cands).slice(0, MAX_CANDIDATES);
      return { kind: 'candidates', rtcId, cctx: cctx ?? undefined, candidates: list };
    }
    case Op.Terminate: {
      const { rtcId, endReason } = read(terminate, message);
      return { kind: 'terminate', rtcId, endReason: endReason ?? undefined };
    }
    case Op.Unsubscribe:
      return { kind: 'unsubscribe', rtcId: read(unsubscribe, message).rtcId };
    case Op.ChangeSubscription: {
      const { rtcId, subSId, subSVideo, subSAudio } = read(change, message);
      return { kind: 'changeSubscription', rtcId, streamId: subSId, wanted: { audio: subSAudio, video: subSVideo } };
    }
    case Op.StreamControl:
      return { kind: 'streamControl', ...read(control, message) };
    case Op.Leave:
      return { kind: 'leave', reason: read(leave, message).reason ?? 0 };
    case Op.CloseConference:
      return { kind: 'close' };
    case Op.Sync:
      return { kind: 'sync', cver: read(sync, message).cver ?? 0 };
    case Op.Control:
      return readRelay('control', message);
    case Op.Message:
      return readRelay('message', message);
    case Op.Response:
      return readAnswer(message);
    default:
      throw new FrameError(ServerCode.OperationUnsupported, `op ${message.op} is not supported by this server`);
  }
}

/** Reads a member's frame (any op but enter). @throws {FrameError} */
export function readFrame(message: WireMessage): Frame {
  try {
    return readKnown(message);
  } catch (cause) {
    if (cause instanceof WireFormatError) {
      throw new FrameError(ServerCode.BadParameters, `op ${message.op}: ${cause.message}`, { cause });
    }
    throw cause;
  }
}
