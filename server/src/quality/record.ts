import { QualityRecordType } from '@lectern/rtc/protocol';
import { z } from 'zod';

const MAX_MEMBERS = 64;
const MAX_TEXT = 512;
const MAX_NAME = 64;
/** Longest stored record, in characters. */
const MAX_BODY = 4_096;
const MAX_ID = 128;

/** Properties that are not stored: sessions and relay credentials; and those that the server knows from the socket. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessionId',
  'rtcCfg',
  'access_token',
  'appkey',
  'confrId',
  'memId',
  'memName',
]);

const types = z.literal([QualityRecordType.Init, QualityRecordType.Sample, QualityRecordType.Event]);
const known = z.looseObject({
  type: types,
  counterId: z.int().min(0).max(2_147_483_647).optional().catch(undefined),
  time: z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round).optional(),
  event: z.int().min(0).max(32_767).optional(),
  /** PostgreSQL text cannot contain a zero character. */
  sId: z
    .string()
    .max(MAX_ID)
    .refine((value) => !value.includes('\0'))
    .optional()
    .catch(undefined),
  sessionId: z.string().optional().catch(undefined),
});

/** The parsed part of a client's record. */
export interface ReadRecord {
  readonly type: QualityRecordType;
  readonly counterId: number | undefined;
  readonly time: number | undefined;
  readonly event: number | null;
  readonly streamId: string | null;
  /** Session id in a record of type 0: proves the member. */
  readonly sessionId: string | undefined;
  readonly body: string;
}

const isKept = (entry: [string, unknown]): boolean => {
  const [name, value] = entry;
  if (name.length > MAX_NAME || LEFT_OUT.has(name)) return false;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
};

/**
 * Parses the text of a record; the result is an error message if it is invalid. Unknown properties are kept if they are
 * plain.
 */
export function readRecord(text: string): ReadRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Deployed clients send "[object Object]" when joining failed.
    return 'a record must be JSON';
  }
  const parsed = known.safeParse(value);
  if (!parsed.success || Array.isArray(value)) return 'a record must be an object with "type" 0, 1 or 2';
  const { type, counterId, time, event, sId, sessionId } = parsed.data;
  if (type === QualityRecordType.Event && event === undefined) return 'a record of type 2 must have its "event"';
  const plain = Object.entries(value as Record<string, unknown>)
    .filter(isKept)
    .slice(0, MAX_MEMBERS);
  const cut = plain.map(([name, member]) => [name, typeof member === 'string' ? member.slice(0, MAX_TEXT) : member]);
  const body = JSON.stringify(Object.fromEntries(cut));
  if (body.length > MAX_BODY) return `a record has ${MAX_BODY} characters at most`;
  return { type, counterId, time, event: event ?? null, streamId: sId ?? null, sessionId, body };
}

/** An impossible value would distort a sum for as long as the server runs. */
const figure = (max: number) => z.number().min(0).max(max).optional().catch(undefined);
const sample = z.looseObject({
  isPub: z.boolean(),
  aPLR: figure(100),
  vPLR: figure(100),
  RTT: figure(60_000),
});

/**
 * The figures of a record of type 1 for metrics: loss in per cent, round trip in ms; impossible values are left out.
 */
export function figuresOf({ type, body }: Pick<ReadRecord, 'type' | 'body'>): z.infer<typeof sample> | undefined {
  return type === QualityRecordType.Sample ? sample.safeParse(JSON.parse(body)).data : undefined;
}
