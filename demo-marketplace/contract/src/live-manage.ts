import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { COURSE_PRICE_MAX_CENTS } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyLine, anyWords, day, id, line, listOf, moment, paging, roomName, roomPassword, words } from './fields.js';
import { LiveKind, LiveMode, LiveStatus, RefundPolicy, SessionState, ticketNo, TicketState } from './lives.js';
import { isUrl } from './validators.js';
import { inWholeDollars } from './whole-dollars.js';

// Rooms, classes and activities, as their mentor edits them.

/** Not in the specification. */
export const LIVE_TITLE_MAX = 80;
export const TIMELINE_MAX = 50;
export const PACKAGES_MAX = 20;
export const TICKETS_MAX = 10_000;
/** Largest number of tickets of one type that a member may have. */
export const TICKET_LIMIT_MAX = 20;
export const ROOMS_MAX = 20;
export const LIVE_REASON_MAX = 300;
const INTRO_HTML_MAX = 20_000;
const VENUE_MAX = 200;
const LINK_MAX = 500;

/** Role in which learners enter a room. */
export const RoomRole = { Talker: 'talker', Audience: 'audience' } as const;
export type RoomRole = (typeof RoomRole)[keyof typeof RoomRole];

const roomFields = {
  name: roomName,
  /** Password that members enter besides their ticket; null for none. */
  password: z.nullable(roomPassword),
  default_role: z.enum(Object.values(RoomRole)),
  mute_all: z.boolean(),
  /** Members wait until the mentor admits them. */
  waiting: z.boolean(),
  record: z.boolean(),
};

const liveRoom = z.object({
  id,
  ...roomFields,
  name: z.string(),
  password: z.nullable(z.string()),
  /** Number of classes and activities that use the room. */
  lives: z.int(),
});
export type LiveRoom = z.infer<typeof liveRoom>;

export const listRooms = declare('/api/LiveManage/room_list', {
  access: Access.Provider,
  summary: 'The mentor’s live rooms.',
  request: nothing,
  response: z.object({ list: z.array(liveRoom) }),
});

export const saveRoom = declare('/api/LiveManage/room_save', {
  access: Access.Provider,
  summary: 'Makes a live room, or changes it.',
  request: z.object({ id: z.optional(id), ...roomFields }),
  response: z.object({ id }),
  reasons: [FailureReason.NotFound, FailureReason.RoomLimit],
});

export const deleteRoom = declare('/api/LiveManage/room_delete', {
  access: Access.Provider,
  summary: 'Removes a live room that no class uses.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.RoomInUse],
});

const both = (max: number) => z.object({ zh: anyLine(max), en: anyLine(max) });
/** Price in whole dollars, in cents. */
const cents = z.int().check(z.nonnegative(), z.maximum(COURSE_PRICE_MAX_CENTS), inWholeDollars);
/** Name of a session within the document, by which packages refer to it. */
const sessionRef = z.string().check(z.regex(/^[\w-]{1,36}$/));
const time = z.nullable(moment);

const timelineEntry = z.object({ ref: sessionRef, title: both(LIVE_TITLE_MAX), start_at: time, end_at: time });
export type TimelineEntry = z.infer<typeof timelineEntry>;

const livePackage = z
  .object({
    name: both(LIVE_TITLE_MAX),
    price_cents: cents,
    original_price_cents: cents,
    /** Price until `early_until`; both null for none. */
    early_price_cents: z.nullable(cents),
    early_until: time,
    quantity: z.int().check(z.minimum(1), z.maximum(TICKETS_MAX)),
    limit_per_member: z.int().check(z.minimum(1), z.maximum(TICKET_LIMIT_MAX)),
    sale_start: time,
    sale_end: time,
    /** First and last usable day, in the site's time zone. */
    use_from: z.nullable(day),
    use_until: z.nullable(day),
    sessions: z.array(sessionRef).check(z.maxLength(TIMELINE_MAX)),
  })
  .check(
    z.refine(({ price_cents, original_price_cents }) => original_price_cents >= price_cents, {
      error: FieldProblem.OutOfRange,
      path: ['original_price_cents'],
    }),
  );
export type LivePackage = z.infer<typeof livePackage>;

const documentFields = {
  kind: z.enum(Object.values(LiveKind)),
  mode: z.enum(Object.values(LiveMode)),
  title: both(LIVE_TITLE_MAX),
  /** HTML; elements that are not allowed are removed. */
  intro: z.object({ zh: anyWords(INTRO_HTML_MAX), en: anyWords(INTRO_HTML_MAX) }),
  /** Key of an uploaded image; empty for none. */
  cover: anyWords(200),
  /** Room in which sessions are held; null for none yet, and offline. */
  room_id: z.nullable(id),
  /** Place of an activity that is not held online; empty otherwise. */
  venue: anyLine(VENUE_MAX),
  map_link: anyLine(LINK_MAX).check(z.refine((link) => link === '' || isUrl(link), { error: FieldProblem.Malformed })),
  refund_policy: z.enum(Object.values(RefundPolicy)),
  /** Window in which the class is announced, before its first session. */
  broadcast_start: time,
  broadcast_end: time,
  timeline: z.array(timelineEntry).check(
    z.maxLength(TIMELINE_MAX),
    z.refine((list) => new Set(list.map(({ ref }) => ref)).size === list.length, { error: FieldProblem.Taken }),
  ),
  packages: z.array(livePackage).check(z.maxLength(PACKAGES_MAX)),
};
const liveDocument = z.object(documentFields);
/** Everything of a class or activity that its mentor edits. */
export type LiveDocument = z.infer<typeof liveDocument>;

/** Rules that a class or activity does not meet yet; it can be submitted once none is left. */
export const LIVE_TODOS = [
  'title',
  'intro',
  'cover',
  'room',
  'venue',
  /** A broadcast window with an end after its start is required. */
  'broadcast',
  /** Specification §5: at least one timeline. */
  'timeline',
  'session-titles',
  /** Every session ends after its start, which is in the future. */
  'session-times',
  /** Specification §5: the start time must not precede the broadcast end time. */
  'start-before-broadcast-end',
  /** Specification §5: at least one package. */
  'packages',
  'package-names',
  /** Every package includes a session. */
  'package-sessions',
  /** Every sale ends after its start, and before the last session of the package ends. */
  'sale-window',
  /** Specification §5: the ticket usable date must not precede the sale date. */
  'use-before-sale',
  /** The usable days contain the sessions of the package. */
  'use-dates',
  /** The early-bird price is lower, and ends within the sale. */
  'early-bird',
] as const;
const todo = z.array(z.enum(LIVE_TODOS));
export type LiveTodo = z.infer<typeof todo>[number];

const managedLive = z.object({
  id,
  version: z.int(),
  status: z.enum(Object.values(LiveStatus)),
  /** Reason for which the last version was refused; empty otherwise. */
  refuse_reason: z.string(),
  submitted_at: z.nullable(moment),
  document: liveDocument,
  /** Address of the cover; empty for none. */
  cover_url: z.string(),
  todo,
  /** Sessions and sales since the approval; empty before. */
  sessions: z.array(
    z.object({ id, title: z.string(), start_at: moment, end_at: moment, state: z.enum(Object.values(SessionState)) }),
  ),
  sold: z.int(),
});
export type ManagedLive = z.infer<typeof managedLive>;

/** `ended` lists what was published and has no session left; `approved` and `paused` leave it out. */
export const LIVE_TABS = ['all', 'draft', 'pending', 'approved', 'paused', 'refused', 'ended'] as const;
export type LiveTab = (typeof LIVE_TABS)[number];

const managedLiveCard = z.object({
  id,
  kind: z.enum(Object.values(LiveKind)),
  mode: z.enum(Object.values(LiveMode)),
  status: z.enum(Object.values(LiveStatus)),
  refuse_reason: z.string(),
  /** True once it was published and all of its sessions are over or cancelled. */
  is_over: z.boolean(),
  title: z.string(),
  cover: z.string(),
  /** Start of the first session; null before one is planned. */
  start_at: z.nullable(moment),
  sessions: z.int(),
  /** Tickets that exist, and those that are sold. */
  quantity: z.int(),
  sold: z.int(),
  updated_at: moment,
});
export type ManagedLiveCard = z.infer<typeof managedLiveCard>;

export const listManagedLives = declare('/api/LiveManage/list', {
  access: Access.Provider,
  summary: 'The mentor’s classes and activities, what was changed last first.',
  request: z.object({
    kind: z.optional(z.enum(Object.values(LiveKind))),
    tab: z.optional(z.enum(LIVE_TABS)),
    ...paging,
  }),
  response: listOf(managedLiveCard),
});

export const getManagedLive = declare('/api/LiveManage/detail', {
  access: Access.Provider,
  summary: 'One of the mentor’s classes or activities with everything that can be changed.',
  request: z.object({ id }),
  response: managedLive,
  reasons: [FailureReason.NotFound],
});

export const saveLive = declare('/api/LiveManage/save', {
  access: Access.Provider,
  summary: 'Makes a class or activity, or changes one that is not approved yet.',
  request: z.object({
    id: z.optional(id),
    /** Version that the change is based on; 0 for a new one. */
    version: z.int().check(z.minimum(0)),
    ...documentFields,
  }),
  response: z.object({
    id,
    /** Version to send with the next change. */
    version: z.int(),
    saved_at: moment,
    todo,
  }),
  reasons: [FailureReason.NotFound, FailureReason.VersionStale, FailureReason.StateChanged],
});

const step = (path: `/api/LiveManage/${string}`, summary: string, reasons: readonly FailureReason[] = []) =>
  declare(path, {
    access: Access.Provider,
    summary,
    request: z.object({ id }),
    response: z.object({ id, version: z.int(), status: z.enum(Object.values(LiveStatus)) }),
    reasons: [FailureReason.NotFound, FailureReason.StateChanged, ...reasons],
  });

export const submitLive = step('/api/LiveManage/submit', 'Hands a class or activity in to be checked.', [
  FailureReason.LiveIncomplete,
]);
export const recallLive = step('/api/LiveManage/recall', 'Takes back what was handed in, to change it.');
export const pauseLive = step('/api/LiveManage/pause', 'Stops the sale of tickets; sessions are held.');
export const resumeLive = step('/api/LiveManage/resume', 'Continues the sale of tickets.');

export const deleteLive = declare('/api/LiveManage/delete', {
  access: Access.Provider,
  summary: 'Removes a class or activity that was never approved.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

const attendee = z.object({
  ticket_no: z.string(),
  name: z.string(),
  headimg: z.string(),
  type_name: z.string(),
  state: z.enum(Object.values(TicketState)),
  bought_at: moment,
  used_at: z.nullable(moment),
});
export type Attendee = z.infer<typeof attendee>;

export const listAttendees = declare('/api/LiveManage/attendees', {
  access: Access.Provider,
  summary: 'Holders of tickets for a class or activity, in the order in which they bought.',
  request: z.object({ id, ...paging }),
  response: listOf(attendee),
  reasons: [FailureReason.NotFound],
});

export const checkIn = declare('/api/LiveManage/checkin', {
  access: Access.Provider,
  summary: 'Admits the holder of a ticket at the door, once.',
  request: z.object({ ticket_no: ticketNo }),
  response: z.object({ name: z.string(), type_name: z.string(), title: z.string(), used_at: moment }),
  reasons: [FailureReason.NotFound, FailureReason.TicketUsed, FailureReason.TicketUnusable],
});

export const cancelSession = declare('/api/LiveManage/cancel', {
  access: Access.Provider,
  summary: 'Cancels a session. Tickets whose sessions are all cancelled are refunded; others can be returned.',
  request: z.object({ session_id: id, reason: words(LIVE_REASON_MAX), client_token: clientToken }),
  response: z.object({
    /** Number of orders refunded. */
    refunded: z.int(),
  }),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.ClientTokenReused],
  replay: Replay.Required,
});

export const rescheduleSession = declare('/api/LiveManage/reschedule', {
  access: Access.Provider,
  summary: 'Moves a session to another time; who has a ticket is told and may return it.',
  request: z.object({ session_id: id, start_at: moment, end_at: moment, reason: line(LIVE_REASON_MAX) }).check(
    z.refine(({ start_at, end_at }) => Date.parse(end_at) > Date.parse(start_at), {
      error: FieldProblem.OutOfRange,
      path: ['end_at'],
    }),
  ),
  response: z.object({ start_at: moment, end_at: moment }),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

/** Actions of this file. */
export const LIVE_MANAGE_ACTIONS: readonly AnyAction[] = [
  listRooms,
  saveRoom,
  deleteRoom,
  listManagedLives,
  getManagedLive,
  saveLive,
  submitLive,
  recallLive,
  pauseLive,
  resumeLive,
  deleteLive,
  listAttendees,
  checkIn,
  cancelSession,
  rescheduleSession,
];
