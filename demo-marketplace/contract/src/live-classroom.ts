import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { rtcUser } from './classroom.js';
import { memberBrief } from './member.js';
import { FailureReason } from './envelope.js';
import { id, moment } from './fields.js';
import { LiveKind, liveSession } from './lives.js';

/** Not in the specification: time after the planned end of a session at which its room closes. */
export const ROOM_CLOSES_AFTER_MS = 15 * 60_000;

/** Why a member may not enter the room of a session now. */
export const EntryRefusal = {
  TicketRequired: FailureReason.TicketRequired,
  TooEarly: FailureReason.TooEarly,
  SessionOver: FailureReason.SessionOver,
  RemovedFromClass: FailureReason.RemovedFromClass,
} as const;
export type EntryRefusal = (typeof EntryRefusal)[keyof typeof EntryRefusal];

const sessionRoom = z.object({
  session: liveSession,
  live: z.object({ id, kind: z.enum(Object.values(LiveKind)), title: z.string(), host: memberBrief }),
  /** True when the caller is the host. */
  mine: z.boolean(),
  /** Null when the caller may enter now. */
  refusal: z.nullable(z.enum(Object.values(EntryRefusal))),
  /** True when the caller needs the room's password besides a ticket. */
  asks_password: z.boolean(),
  /** Times between which the room is open. */
  opens_at: moment,
  closes_at: moment,
  server_time: moment,
});
export type SessionRoom = z.infer<typeof sessionRoom>;

export const getSession = declare('/api/Live/session', {
  access: Access.Member,
  summary: 'A session of a class or activity online, and whether the caller may enter its room now.',
  request: z.object({ session_id: id }),
  response: sessionRoom,
  reasons: [FailureReason.NotFound],
});

const sessionEntry = z.object({
  /** Identity of the caller at the conference server. */
  user: rtcUser,
  /** Name of the conference. */
  room: z.string(),
  /** Permission to enter it, for `joinRoom({ grant })`. */
  grant: z.string(),
  /** The room's password, for the host alone; empty otherwise. */
  password: z.string(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

export const enterSession = declare('/api/Live/enter', {
  access: Access.Member,
  summary: 'Opens the room of a session, and gives its host and holders of a ticket what they need to join it.',
  request: z.object({ session_id: id }),
  response: sessionEntry,
  reasons: [FailureReason.NotFound, ...Object.values(EntryRefusal), FailureReason.RtcUnavailable],
});

export const listRemoved = declare('/api/Live/removed', {
  access: Access.Provider,
  summary: 'Members whom the host removed from the room of a session, and who are not admitted again.',
  request: z.object({ session_id: id }),
  response: z.object({ list: z.array(memberBrief) }),
  reasons: [FailureReason.NotFound],
});

export const readmitMember = declare('/api/Live/readmit', {
  access: Access.Provider,
  summary: 'Admits a removed member to the room of a session again.',
  request: z.object({ session_id: id, member_id: id }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const LIVE_CLASSROOM_ACTIONS: readonly AnyAction[] = [getSession, enterSession, listRemoved, readmitMember];
