import { decodeLoose, Op, type WireMessage, type WireResource } from '@lectern/rtc/protocol';
import { z } from 'zod';
import { singleLine } from '../single-line.js';
import { FrameError, MAX_EXT_LENGTH, readFrame, type PublishFrame } from '../conference/frames.js';

const MAX_NICK_NAME_LENGTH = 256;

const limited = (value: unknown): boolean => value === undefined || JSON.stringify(value).length <= MAX_EXT_LENGTH;

const enterSchema = z.object({
  tkt: z.unknown().optional(),
  sessId: z.string().max(512).nullish(),
  nickName: z.string().max(MAX_NICK_NAME_LENGTH).transform(singleLine).nullish(),
  ext: z.unknown().refine(limited, `longer than ${MAX_EXT_LENGTH} characters`).optional(),
  res: z
    .looseObject({})
    .refine(limited, `longer than ${MAX_EXT_LENGTH} characters`)
    .nullish()
    .transform((value): WireResource | undefined => value ?? undefined),
});

export interface EnterFrame {
  /** The ticket as sent by the client, not verified. */
  readonly ticket: unknown;
  readonly sessId: string | undefined;
  readonly nickName: string | undefined;
  readonly ext: string | undefined;
  readonly res: WireResource | undefined;
  /** `sdp`, `rtcId`, `cctx` and `pubS`, as in op 102. */
  readonly publication: PublishFrame | undefined;
}

/** @throws {FrameError} */
function readPublication({ sdp, rtcId, cctx, pubS }: WireMessage): PublishFrame | undefined {
  if (pubS === undefined || pubS === null) return undefined;
  const frame = readFrame({ op: Op.Init, sdp, pubS, ...(rtcId !== undefined && { rtcId }), ...(cctx && { cctx }) });
  return frame.kind === 'publish' ? frame : undefined;
}

/** Parses op 200; the result is an error message if it is invalid. */
export function readEnter(message: WireMessage): EnterFrame | string {
  const parsed = enterSchema.safeParse(message);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `op 200: ${issue?.path.join('.') || 'frame'}: ${issue?.message ?? 'not valid'}`;
  }
  const { tkt, sessId, nickName, ext, res } = parsed.data;
  let publication: PublishFrame | undefined;
  try {
    publication = readPublication(message);
  } catch (error) {
    if (error instanceof FrameError) return `op 200: ${error.message}`;
    throw error;
  }
  return {
    ticket: decodeLoose(tkt),
    sessId: sessId || undefined,
    nickName: nickName || undefined,
    ext: typeof ext === 'string' || ext === undefined || ext === null ? (ext ?? undefined) : JSON.stringify(ext),
    res,
    publication,
  };
}
