import { ConferenceType, ServerCode, VIDEO_CODECS } from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { ConferenceConfig } from '../conference/model.js';
import { memNameOf, userOf } from '../auth/identity.js';
import { Refusal } from './errors.js';

export const integer = z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)]);
const limit = integer.pipe(z.number().int().min(1)).nullish();

/** Clients send the value that their callers pass. */
const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Options of conference creation, besides its password (wire-conference 4, calls 1 and 7). */
export const creationBody = z.looseObject({
  confrType: integer.nullish(),
  rec: flag.nullish(),
  recMerge: flag.nullish(),
  callee: z.string().min(1).max(256).nullish(),
  useVCodes: z.array(z.string()).nullish(),
  maxTalkerCount: limit,
  maxAudienceCount: limit,
  maxVideoCount: limit,
  maxPubDesktopCount: limit,
});

/** Types of conferences that any user may join. */
const TYPES: ReadonlySet<number> = new Set([
  ConferenceType.Communication,
  ConferenceType.CommunicationMix,
  ConferenceType.Live,
  ConferenceType.Intercomm,
]);

const isType = (value: number): value is ConferenceType => TYPES.has(value);

function typeOf(asked: number | null | undefined): ConferenceType {
  // Old clients send 0 and mean 10.
  const type = asked || ConferenceType.Communication;
  if (isType(type)) return type;
  throw new Refusal(ServerCode.OperationUnsupported, `not support conf type ${type}`);
}

/** The codecs that this server knows, in the requested order. */
function codecsOf(asked: readonly string[] | null | undefined): readonly string[] | undefined {
  if (!asked) return undefined;
  const known = asked.filter((codec) => VIDEO_CODECS.includes(codec));
  if (known.length > 0) return [...new Set(known)];
  throw new Refusal(ServerCode.CodecUnsupported, `"useVCodes" has none of ${VIDEO_CODECS.join(', ')}`);
}

/** A call: its two sides are fixed when it is created, and only they can enter. */
function callOf(appKey: string, callee: string | null | undefined) {
  const user = callee ? userOf(appKey, callee) : undefined;
  if (user === undefined) throw new Refusal(ServerCode.BadParameters, 'a conference of type 13 needs its "callee"');
  return { type: ConferenceType.P2p, config: { callee: memNameOf(appKey, user) } };
}

/** Type and configuration of a new conference. @throws {Refusal} */
export function kindOf(
  appKey: string,
  body: z.infer<typeof creationBody>,
): { readonly type: ConferenceType; readonly config: ConferenceConfig } {
  if (body.confrType === ConferenceType.P2p) return callOf(appKey, body.callee);

  const videoCodecs = codecsOf(body.useVCodes);
  const { maxTalkerCount, maxAudienceCount, maxVideoCount, maxPubDesktopCount } = body;
  return {
    type: typeOf(body.confrType),
    config: {
      ...(videoCodecs && { videoCodecs }),
      ...(body.rec && { rec: true }),
      ...(body.recMerge && { rec: true, recMerge: true }),
      ...(maxTalkerCount && { maxTalkers: maxTalkerCount }),
      ...(maxAudienceCount && { maxAudience: maxAudienceCount }),
      ...(maxVideoCount && { maxVideoPublishers: maxVideoCount }),
      ...(maxPubDesktopCount && { maxDesktopPublishers: maxPubDesktopCount }),
    },
  };
}
