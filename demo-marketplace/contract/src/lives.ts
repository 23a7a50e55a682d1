import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { memberBrief } from './member.js';
import { FailureReason } from './envelope.js';
import { anyWords, day, id, listOf, moment, paging } from './fields.js';

/** Number that a ticket carries as its QR code. */
export const ticketNo = z.string().check(z.regex(/^[A-Z2-7]{16}$/));

// Live classes and activities, as everybody sees them. A class or activity has a timeline of sessions and sells tickets
// of several types, which the specification calls packages.

export const LiveKind = { Class: 'class', Activity: 'activity' } as const;
export type LiveKind = (typeof LiveKind)[keyof typeof LiveKind];

export const LiveMode = { Online: 'online', Offline: 'offline' } as const;
export type LiveMode = (typeof LiveMode)[keyof typeof LiveMode];

/** State of a class or activity. A paused one sells no tickets; its sessions are held. */
export const LiveStatus = {
  Draft: 'draft',
  Pending: 'pending',
  Approved: 'approved',
  Paused: 'paused',
  Refused: 'refused',
} as const;
export type LiveStatus = (typeof LiveStatus)[keyof typeof LiveStatus];

export const SessionState = {
  Scheduled: 'scheduled',
  /** The room can be entered. */
  Open: 'open',
  Live: 'live',
  Ended: 'ended',
  Cancelled: 'cancelled',
} as const;
export type SessionState = (typeof SessionState)[keyof typeof SessionState];

export const TicketState = { Valid: 'valid', Used: 'used', Refunded: 'refunded' } as const;
export type TicketState = (typeof TicketState)[keyof typeof TicketState];

/** Refund policy that the mentor chooses; {@link REFUND_HOURS} says until when a ticket is refunded. */
export const RefundPolicy = { Flexible: 'flexible', Moderate: 'moderate', Strict: 'strict' } as const;
export type RefundPolicy = (typeof RefundPolicy)[keyof typeof RefundPolicy];

/** Not in the specification: hours before the first session of a ticket until which its price is refunded in full. */
export const REFUND_HOURS: Readonly<Record<RefundPolicy, number>> = { flexible: 24, moderate: 120, strict: 336 };

/** Time zone in which calendar dates of tickets are compared. */
export const SITE_TIME_ZONE = 'Asia/Taipei';
/** Not in the specification: time before the start of a session at which its room opens. */
export const ROOM_OPENS_BEFORE_MS = 15 * 60_000;

/** State of the sale of one type of tickets. */
export const SaleState = {
  NotOpen: 'not-open',
  Open: 'open',
  SoldOut: 'sold-out',
  /** The sale window has ended, or sales are paused. */
  Over: 'over',
} as const;
export type SaleState = (typeof SaleState)[keyof typeof SaleState];

const liveCard = z.object({
  id,
  kind: z.enum(Object.values(LiveKind)),
  mode: z.enum(Object.values(LiveMode)),
  title: z.string(),
  /** Address of the image. */
  cover: z.string(),
  host: memberBrief,
  venue: z.string(),
  /** Start of the next session; that of the last one when all have begun. */
  start_at: moment,
  /** End of the last session. */
  end_at: moment,
  sessions: z.int(),
  /** Lowest current price of a ticket, in cents. */
  price_from_cents: z.int(),
  /** Tickets left of all types. */
  seats_left: z.int(),
  sale: z.enum(Object.values(SaleState)),
  /** Start of the earliest sale that has not begun; null for none. */
  sale_opens_at: z.nullable(moment),
});
export type LiveCard = z.infer<typeof liveCard>;

export const LiveSort = { Soonest: 'soonest', Newest: 'newest', PriceUp: 'price_up', PriceDown: 'price_down' } as const;
export type LiveSort = (typeof LiveSort)[keyof typeof LiveSort];

export const listLives = declare('/api/Live/list', {
  access: Access.Public,
  summary: 'Live classes or activities that are not over, the soonest first.',
  request: z.object({
    kind: z.enum(Object.values(LiveKind)),
    keyword: z.optional(anyWords(100)),
    mode: z.optional(z.enum(Object.values(LiveMode))),
    /** First and last day of a session, in the site's time zone. */
    date_from: z.optional(day),
    date_to: z.optional(day),
    /** Prices in cents. */
    price_min: z.optional(z.int().check(z.nonnegative())),
    price_max: z.optional(z.int().check(z.nonnegative())),
    /** Leaves out what has no tickets left. */
    available: z.optional(z.boolean()),
    sort: z.optional(z.enum(Object.values(LiveSort))),
    ...paging,
  }),
  response: listOf(liveCard),
});

export const liveSession = z.object({
  id,
  title: z.string(),
  start_at: moment,
  end_at: moment,
  state: z.enum(Object.values(SessionState)),
  /** Reason that the mentor gave for the cancellation; empty otherwise. */
  cancel_reason: z.string(),
});
export type LiveSession = z.infer<typeof liveSession>;

const ticketType = z.object({
  id,
  name: z.string(),
  /** Current price in cents. */
  price_cents: z.int(),
  original_price_cents: z.int(),
  /** End of the early-bird price; null when the current price is the ordinary one. */
  early_until: z.nullable(moment),
  quantity: z.int(),
  left: z.int(),
  /** Largest number of tickets that one member may have. */
  limit_per_member: z.int(),
  sale_start: moment,
  sale_end: moment,
  /** First and last day on which the ticket is usable, in the site's time zone. */
  use_from: day,
  use_until: day,
  session_ids: z.array(id),
  sale: z.enum(Object.values(SaleState)),
  /** Time until which an order paid now is refunded in full; null when it would not be. */
  refund_until: z.nullable(moment),
});
export type TicketType = z.infer<typeof ticketType>;

const ticketView = z.object({
  ticket_no: z.string(),
  state: z.enum(Object.values(TicketState)),
  type_name: z.string(),
  order_no: z.string(),
  session_ids: z.array(id),
});

export const liveInfo = z.object({
  id,
  kind: z.enum(Object.values(LiveKind)),
  mode: z.enum(Object.values(LiveMode)),
  status: z.enum(Object.values(LiveStatus)),
  title: z.string(),
  /** Sanitised HTML. */
  intro_html: z.string(),
  cover: z.string(),
  host: memberBrief,
  venue: z.string(),
  /** Address of a map; empty for none. */
  map_link: z.string(),
  refund_policy: z.enum(Object.values(RefundPolicy)),
  broadcast_start: moment,
  broadcast_end: moment,
  timeline: z.array(liveSession),
  packages: z.array(ticketType),
  /** True when the class asks for the room's password besides the ticket. */
  has_password: z.boolean(),
  /** True when the caller is the host. */
  mine: z.boolean(),
  /** True when it is on the caller's wish list; false for visitors. */
  wished: z.boolean(),
  /** Tickets of the caller, without refunded ones. */
  tickets: z.array(ticketView),
  server_time: moment,
});
export type LiveInfo = z.infer<typeof liveInfo>;

export const getLive = declare('/api/Live/info', {
  access: Access.Public,
  summary: 'A live class or activity with its timeline, its tickets, and those that the caller has.',
  request: z.object({ id }),
  response: liveInfo,
  reasons: [FailureReason.NotFound],
});

export const TicketTab = { Upcoming: 'upcoming', Past: 'past', Refunded: 'refunded' } as const;
export type TicketTab = (typeof TicketTab)[keyof typeof TicketTab];

const myTicket = z.object({
  ...ticketView.shape,
  live: z.object({
    id,
    kind: z.enum(Object.values(LiveKind)),
    title: z.string(),
    cover: z.string(),
    mode: z.enum(Object.values(LiveMode)),
    venue: z.string(),
  }),
  sessions: z.array(liveSession),
  used_at: z.nullable(moment),
});
export type MyTicket = z.infer<typeof myTicket>;

export const listMyTickets = declare('/api/Live/my_list', {
  access: Access.Member,
  summary: 'The caller’s tickets; upcoming ones by their time, others the latest first.',
  request: z.object({ tab: z.prefault(z.enum(Object.values(TicketTab)), TicketTab.Upcoming), ...paging }),
  response: listOf(myTicket),
});

export const exportTicket = declare('/api/Live/ics', {
  access: Access.Member,
  summary: 'One of the caller’s tickets as a calendar file (RFC 5545), with an event for each session.',
  request: z.object({ ticket_no: ticketNo }),
  response: z.object({ filename: z.string(), ics: z.string() }),
  reasons: [FailureReason.NotFound],
});

export const listLiveWishes = declare('/api/Live/wish_list', {
  access: Access.Member,
  summary: 'Live classes and activities on the caller’s wish list, the latest first; what is off sale stays, marked.',
  request: z.object(paging),
  response: listOf(
    z.object({
      live: liveCard,
      wished_at: moment,
      /** Lowest price at the time it was added, in cents. */
      price_then_cents: z.int(),
      /** True while its page can be opened and a session is to come. */
      on_sale: z.boolean(),
    }),
  ),
  reasons: [FailureReason.WrongRole],
});

/** Actions of this file. */
export const LIVES_ACTIONS: readonly AnyAction[] = [listLives, getLive, listMyTickets, exportTicket, listLiveWishes];
