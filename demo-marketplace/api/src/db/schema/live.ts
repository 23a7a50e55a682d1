import type { LiveDocument } from '@lectern/marketplace-contract';
import { boolean, customType, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const liveRooms = pgTable('live_room', {
  id: bigId(),
  ownerId: whole('owner_id').notNull(),
  name: text('name').notNull(),
  /** The password, encrypted; empty for none. */
  passwordSealed: text('password_sealed').notNull().default(''),
  /** Role in which learners enter. */
  defaultRole: text('default_role', { enum: ['talker', 'audience'] })
    .notNull()
    .default('audience'),
  muteAll: boolean('mute_all').notNull().default(false),
  /** Members wait until the mentor admits them. */
  isWaiting: boolean('is_waiting').notNull().default(false),
  isRecorded: boolean('is_recorded').notNull().default(false),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});
export type LiveRoomRow = typeof liveRooms.$inferSelect;

/** Live classes and activities. */
export const lives = pgTable('live', {
  id: bigId(),
  kind: text('kind', { enum: ['class', 'activity'] }).notNull(),
  mode: text('mode', { enum: ['online', 'offline'] }).notNull(),
  mentorId: whole('mentor_id').notNull(),
  roomId: whole('room_id'),
  titleZh: text('title_zh').notNull().default(''),
  titleEn: text('title_en').notNull().default(''),
  /** Sanitised HTML. */
  introZh: text('intro_zh').notNull().default(''),
  introEn: text('intro_en').notNull().default(''),
  /** Key of the image. */
  cover: text('cover').notNull().default(''),
  venue: text('venue').notNull().default(''),
  mapLink: text('map_link').notNull().default(''),
  refundPolicy: text('refund_policy', { enum: ['flexible', 'moderate', 'strict'] })
    .notNull()
    .default('flexible'),
  broadcastStart: at('broadcast_start'),
  broadcastEnd: at('broadcast_end'),
  status: text('status', { enum: ['draft', 'pending', 'approved', 'paused', 'refused'] })
    .notNull()
    .default('draft'),
  refuseReason: text('refuse_reason').notNull().default(''),
  /** Incremented with each save of its mentor; a save based on an older version is refused. */
  version: integer('version').notNull().default(1),
  /** Search tokens of titles and mentor. */
  search: tsvector('search').notNull().default(''),
  submittedAt: at('submitted_at'),
  publishedAt: at('published_at'),
  deletedAt: at('deleted_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});
export type LiveRow = typeof lives.$inferSelect;

/** Content of a class or activity until it is approved. */
export const liveDrafts = pgTable('live_draft', {
  liveId: whole('live_id').primaryKey(),
  document: jsonb('document').$type<LiveDocument>().notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** The timeline of an approved class or activity. */
export const liveSessions = pgTable('live_session', {
  id: bigId(),
  liveId: whole('live_id').notNull(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  startAt: at('start_at').notNull(),
  endAt: at('end_at').notNull(),
  state: text('state', { enum: ['scheduled', 'open', 'live', 'ended', 'cancelled'] })
    .notNull()
    .default('scheduled'),
  cancelReason: text('cancel_reason').notNull().default(''),
  /** True when the session counts as held; null until it is over. */
  wasHeld: boolean('was_held'),
});
export type LiveSessionRow = typeof liveSessions.$inferSelect;

/** Types of tickets, which the specification calls packages. */
export const ticketTypes = pgTable('ticket_type', {
  id: bigId(),
  liveId: whole('live_id').notNull(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull().default(''),
  priceCents: whole('price_cents').notNull(),
  originalPriceCents: whole('original_price_cents').notNull(),
  /** Price until `earlyUntil`; null for none. */
  earlyPriceCents: whole('early_price_cents'),
  earlyUntil: at('early_until'),
  quantity: integer('quantity').notNull(),
  /** Tickets of paid orders, without refunded ones. */
  sold: integer('sold').notNull().default(0),
  limitPerMember: integer('limit_per_member').notNull(),
  saleStart: at('sale_start').notNull(),
  saleEnd: at('sale_end').notNull(),
  /** First and last usable day, in the site's time zone. */
  useFrom: date('use_from').notNull(),
  useUntil: date('use_until').notNull(),
  sort: integer('sort').notNull(),
});
export type TicketTypeRow = typeof ticketTypes.$inferSelect;

/** Sessions that a type of tickets includes. */
export const ticketTypeSessions = pgTable(
  'ticket_type_session',
  { ticketTypeId: whole('ticket_type_id').notNull(), sessionId: whole('session_id').notNull() },
  (table) => [primaryKey({ columns: [table.ticketTypeId, table.sessionId] })],
);

export const tickets = pgTable('ticket', {
  id: bigId(),
  /** Random number that the QR code of the ticket carries. */
  ticketNo: text('ticket_no').notNull(),
  liveId: whole('live_id').notNull(),
  ticketTypeId: whole('ticket_type_id').notNull(),
  orderId: whole('order_id').notNull(),
  memberId: whole('member_id').notNull(),
  state: text('state', { enum: ['valid', 'used', 'refunded'] })
    .notNull()
    .default('valid'),
  usedAt: at('used_at'),
  createdAt: at('created_at').notNull(),
});
export type TicketRow = typeof tickets.$inferSelect;

/** Conferences that were opened for sessions. One that another user opens under the same name is none of them. */
export const sessionConferences = pgTable('session_conference', {
  /** The conference's id. */
  id: text('id').primaryKey(),
  sessionId: whole('session_id').notNull(),
  /** A session that was moved has another name, and none of its former conferences. */
  roomName: text('room_name').notNull(),
  /** Password with which it was opened, which changes of the live room do not change; empty for none. */
  passwordSealed: text('password_sealed').notNull(),
  openedAt: at('opened_at').notNull(),
});
export type SessionConferenceRow = typeof sessionConferences.$inferSelect;

/** Roles that were decided in the rooms of a session. */
export const sessionRoles = pgTable(
  'session_role',
  {
    sessionId: whole('session_id').notNull(),
    memberId: whole('member_id').notNull(),
    role: text('role', { enum: ['admin', 'talker', 'audience'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.memberId] })],
);

/** Times at which members were in the room of a session. */
export const attendance = pgTable('attendance', {
  id: bigId(),
  sessionId: whole('session_id').notNull(),
  memberId: whole('member_id').notNull(),
  joinedAt: at('joined_at').notNull(),
  /** Null while the member is present. */
  leftAt: at('left_at'),
  /** The conference, and the member's session in it. */
  conferenceId: text('conference_id').notNull(),
  conferenceMember: text('conference_member').notNull(),
  /** True when the mentor removed the member, who is not admitted again. */
  wasRemoved: boolean('was_removed').notNull().default(false),
});
