import { ConferenceType } from '@lectern/rtc/protocol';
import { z } from 'zod';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import { singleLine } from '../single-line.js';
import type * as t from './types.js';

const MAX_NAME_LENGTH = 256;
const MAX_MESSAGE_LENGTH = 16 * 1024;
const MAX_MEMBERS = 1_000;
const YEAR_S = 366 * 24 * 3600;
/** Types of rooms that can be opened. */
const TYPES = [
  ConferenceType.Communication,
  ConferenceType.CommunicationMix,
  ConferenceType.Live,
  ConferenceType.Intercomm,
] as const;

const hasNoZero = (value: string): boolean => !value.includes('\0');
const NO_ZERO = 'must not have zero characters';
const text = (max: number) => z.string().min(1).max(max).refine(hasNoZero, NO_ZERO);
/** A display name, on one line. */
const line = text(MAX_NAME_LENGTH)
  .overwrite(singleLine)
  .refine((value) => value !== '', 'must have a character that can be seen');
const user = z.string().regex(USER_NAME_PATTERN, 'letters, digits and _ . @ - only, 64 at most');
const role = z.enum(['admin', 'talker', 'audience']);
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const limit = z.number().int().min(1).max(100_000);
const count = z.number().int().min(0);
const id = text(128);

const named = z.strictObject({ user, role });

/** Request bodies of the operator API. The keys are the schema names in the OpenAPI document. */
export const requests = {
  NewUser: z.strictObject({ name: user, nickname: line.optional(), password: text(MAX_NAME_LENGTH).optional() }),
  NewRoom: z.strictObject({
    name: line.optional(),
    access: z.enum(['granted', 'open']).optional(),
    type: z.literal(TYPES).optional(),
    password: text(MAX_NAME_LENGTH).optional(),
    owner: user.optional(),
    members: z.array(named).max(MAX_MEMBERS).optional(),
    closesAt: time.optional(),
    record: z.boolean().optional(),
    merge: z.boolean().optional(),
    maxTalkers: limit.optional(),
    maxAudience: limit.optional(),
    replace: z.boolean().optional(),
  }),
  RoomChange: z.strictObject({ isMuted: z.boolean().optional(), isRecorded: z.boolean().optional() }),
  MemberChange: z.strictObject({ role: role.optional(), isMuted: z.boolean().optional() }),
  NewGrant: z.strictObject({
    user,
    room: line.optional(),
    roomId: id.optional(),
    role,
    nickname: line.optional(),
    create: z.boolean().optional(),
    expiresIn: z.number().min(1).max(YEAR_S).optional(),
  }),
  NewLive: z.strictObject({ pushUrl: text(2048).optional(), hls: z.boolean().optional() }),
  NewMessage: z.strictObject({
    text: text(MAX_MESSAGE_LENGTH),
    users: z.array(user).min(1).max(MAX_MEMBERS).optional(),
  }),
} satisfies {
  NewUser: z.ZodType<t.NewUser>;
  NewRoom: z.ZodType<t.NewRoom>;
  RoomChange: z.ZodType<t.RoomChange>;
  MemberChange: z.ZodType<t.MemberChange>;
  NewGrant: z.ZodType<t.NewGrant>;
  NewLive: z.ZodType<t.NewLive>;
  NewMessage: z.ZodType<t.NewMessage>;
};

const room = z.object({
  id: z.string(),
  name: z.string().nullable(),
  access: z.enum(['users', 'open', 'granted']),
  type: z.number().int(),
  owner: z.string().nullable(),
  memberCount: count,
  isMuted: z.boolean(),
  isRecorded: z.boolean(),
  createdAt: time,
  closesAt: time.nullable(),
});
const member = z.object({
  id: z.string(),
  user: z.string(),
  nickname: z.string(),
  role,
  isMuted: z.boolean(),
  isConnected: z.boolean(),
  streams: z.array(z.string()),
});
const recording = z.object({
  id: z.string(),
  roomId: z.string(),
  kind: z.enum(['stream', 'merged']),
  state: z.enum(['recording', 'waiting', 'merging', 'complete', 'failed']),
  streamId: z.string().nullable(),
  user: z.string().nullable(),
  hasAudio: z.boolean(),
  hasVideo: z.boolean(),
  bytes: count,
  durationMs: z.number().min(0),
  startedAt: time,
  endedAt: time.nullable(),
  message: z.string().nullable(),
});
const live = z.object({
  id: z.string(),
  state: z.enum(['starting', 'live', 'reconnecting', 'failed', 'ended']),
  reason: z.string().nullable(),
  hlsPath: z.string().nullable(),
});
const event = z.object({
  id: z.string(),
  cursor: count,
  type: z.string(),
  createdAt: time,
  conference: z.object({
    id: z.string(),
    appKey: z.string(),
    roomName: z.string().nullable(),
    type: z.number().int().nullable(),
  }),
  data: z.record(z.string(), z.unknown()),
});

/** Response bodies of the operator API. */
export const responses = {
  User: z.object({ name: user, nickname: z.string().nullable(), createdAt: time }),
  Token: z.object({ token: z.string(), expiresAt: time }),
  Room: room,
  RoomList: z.object({ rooms: z.array(room) }),
  Member: member,
  MemberList: z.object({ members: z.array(member), named: z.array(named) }),
  Grant: z.object({ id: z.string(), grant: z.string(), expiresAt: time }),
  Recording: recording,
  RecordingList: z.object({ recordings: z.array(recording) }),
  RecordingLink: z.object({ path: z.string(), expiresAt: time }),
  Live: live,
  LiveList: z.object({ lives: z.array(live) }),
  EventPage: z.object({ events: z.array(event), cursor: count }),
  Error: z.object({
    error: z.object({
      code: z.enum([
        'invalid_request',
        'unauthorized',
        'not_found',
        'conflict',
        'refused',
        'rate_limited',
        'unavailable',
        'internal',
      ]),
      message: z.string(),
    }),
  }),
} satisfies {
  User: z.ZodType<t.User>;
  Token: z.ZodType<t.Token>;
  Room: z.ZodType<t.Room>;
  RoomList: z.ZodType<{ readonly rooms: readonly t.Room[] }>;
  Member: z.ZodType<t.Member>;
  MemberList: z.ZodType<t.MemberList>;
  Grant: z.ZodType<t.Grant>;
  Recording: z.ZodType<t.Recording>;
  RecordingList: z.ZodType<{ readonly recordings: readonly t.Recording[] }>;
  RecordingLink: z.ZodType<t.RecordingLink>;
  Live: z.ZodType<t.Live>;
  LiveList: z.ZodType<{ readonly lives: readonly t.Live[] }>;
  EventPage: z.ZodType<t.EventPage>;
  Error: z.ZodType<t.OperatorErrorBody>;
};

/** Path and query parameters, as text. */
export const parameters = {
  user,
  room: text(MAX_NAME_LENGTH),
  grant: id,
  live: id,
  recording: id,
  /** Cursor of an event; 0 for the oldest retained one. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
} as const;

export type RequestName = keyof typeof requests;
export type ResponseName = keyof typeof responses;
