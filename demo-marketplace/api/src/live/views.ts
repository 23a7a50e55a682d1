import {
  FailureReason,
  type LiveInfo,
  type LiveSession,
  type MyTicket,
  type TicketTab,
  type TicketType,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, inArray, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import { briefsOf, NOBODY } from '../courses/cards.js';
import { inLanguage } from '../http/language.js';
import type { Reader } from '../courses/reader.js';
import {
  liveRooms,
  lives,
  orders,
  tickets,
  ticketTypes,
  type LiveRow,
  type LiveSessionRow,
  type TicketRow,
  type TicketTypeRow,
  wishes,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { calendarOf } from './calendar.js';
import { heldSeats } from './seats.js';
import { priceOf, refundUntilOf, saleStateOf, sessionsOf, typesOf, type TypeWithSessions } from './timeline.js';

const timeOf = (at: number | null): string | null => (at === null ? null : isoOf(at));

/** A session, as everybody sees it. */
export const sessionView = ({ language }: Reader, session: LiveSessionRow): LiveSession => ({
  id: String(session.id),
  title: inLanguage(language, session.titleZh, session.titleEn),
  start_at: isoOf(session.startAt),
  end_at: isoOf(session.endAt),
  state: session.state,
  cancel_reason: session.cancelReason,
});

function typeView(reader: Reader, live: LiveRow, one: TypeWithSessions, held: number): TicketType {
  const { type, sessions } = one;
  const { language, now } = reader;
  const left = Math.max(0, type.quantity - type.sold - held);
  const price = priceOf(type, now);
  return {
    id: String(type.id),
    name: inLanguage(language, type.nameZh, type.nameEn),
    price_cents: price,
    original_price_cents: type.originalPriceCents,
    early_until: price === type.priceCents ? null : timeOf(type.earlyUntil),
    quantity: type.quantity,
    left,
    limit_per_member: type.limitPerMember,
    sale_start: isoOf(type.saleStart),
    sale_end: isoOf(type.saleEnd),
    use_from: type.useFrom,
    use_until: type.useUntil,
    session_ids: sessions.map(({ id }) => String(id)),
    sale: saleStateOf(one, { status: live.status, left, now }),
    refund_until: price === 0 ? null : timeOf(refundUntilOf(live, sessions, now)),
  };
}

interface Held {
  readonly ticket: TicketRow;
  readonly type: TicketTypeRow;
  readonly orderNo: string;
}

const ticketView = ({ language }: Reader, { ticket, type, orderNo }: Held, types: readonly TypeWithSessions[]) => ({
  ticket_no: ticket.ticketNo,
  state: ticket.state,
  type_name: inLanguage(language, type.nameZh, type.nameEn),
  order_no: orderNo,
  session_ids: (types.find((one) => one.type.id === type.id)?.sessions ?? []).map(({ id }) => String(id)),
});

async function isWished({ db, memberId }: Reader, { id, kind }: LiveRow): Promise<boolean> {
  const type = kind === 'class' ? 'live' : 'activity';
  const found = await db.$count(
    wishes,
    and(eq(wishes.memberId, memberId), eq(wishes.type, type), eq(wishes.targetId, id)),
  );
  return found > 0;
}

/** Page of a class or activity. */
export async function infoOf(reader: Reader, live: LiveRow): Promise<LiveInfo> {
  const { db, now, language, memberId, storage } = reader;
  const [timeline, types] = [await sessionsOf(db, [live.id]), await typesOf(db, [live.id])];
  const held = await heldSeats(
    db,
    types.map(({ type }) => type.id),
    now,
  );
  const [host] = (await briefsOf(db, storage, [live.mentorId])).values();
  const [room] = await db
    .select({ password: liveRooms.passwordSealed })
    .from(liveRooms)
    .where(eq(liveRooms.id, live.roomId ?? 0));
  const mine = await db
    .select({ ticket: tickets, type: ticketTypes, orderNo: orders.orderNo })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(orders, eq(orders.id, tickets.orderId))
    .where(and(eq(tickets.liveId, live.id), eq(tickets.memberId, memberId), ne(tickets.state, 'refunded')))
    .orderBy(asc(tickets.id));
  return {
    ...{ id: String(live.id), kind: live.kind, mode: live.mode, status: live.status },
    title: inLanguage(language, live.titleZh, live.titleEn),
    intro_html: inLanguage(language, live.introZh, live.introEn),
    cover: storage.urlOf(live.cover),
    host: host ?? NOBODY,
    ...{ venue: live.venue, map_link: live.mapLink, refund_policy: live.refundPolicy },
    broadcast_start: isoOf(live.broadcastStart ?? 0),
    broadcast_end: isoOf(live.broadcastEnd ?? 0),
    timeline: timeline.map((session) => sessionView(reader, session)),
    packages: types.map((one) => typeView(reader, live, one, held.get(one.type.id) ?? 0)),
    has_password: room !== undefined && room.password !== '',
    mine: live.mentorId === memberId,
    wished: await isWished(reader, live),
    tickets: mine.map((one) => ticketView(reader, one, types)),
    server_time: isoOf(now),
  };
}

/** End of the last session of a ticket that was not cancelled. */
const lastEnd = sql`(SELECT coalesce(max(s.end_at), 0) FROM live_session s
  JOIN ticket_type_session i ON i.session_id = s.id
  WHERE i.ticket_type_id = ${tickets.ticketTypeId} AND s.state <> 'cancelled')`;

const inTab = (tab: TicketTab, now: number): SQL | undefined => {
  if (tab === 'refunded') return eq(tickets.state, 'refunded');
  return and(ne(tickets.state, 'refunded'), tab === 'upcoming' ? sql`${lastEnd} > ${now}` : sql`${lastEnd} <= ${now}`);
};

/** One page of a member's tickets, and their number. */
export async function ticketsOf(reader: Reader, { tab, page, limit }: { tab: TicketTab; page: number; limit: number }) {
  const { db, now, language, memberId, storage } = reader;
  const where = and(eq(tickets.memberId, memberId), inTab(tab, now));
  const rows = await db
    .select({ ticket: tickets, type: ticketTypes, live: lives, orderNo: orders.orderNo })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(lives, eq(lives.id, tickets.liveId))
    .innerJoin(orders, eq(orders.id, tickets.orderId))
    .where(where)
    .orderBy(tab === 'upcoming' ? asc(lastEnd) : desc(lastEnd), asc(tickets.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const types = await typesOf(db, [...new Set(rows.map(({ live }) => live.id))]);
  const list = rows.map((row): MyTicket => {
    const { ticket, type, live } = row;
    const sessions = types.find((one) => one.type.id === type.id)?.sessions ?? [];
    return {
      ...ticketView(reader, row, types),
      live: {
        ...{ id: String(live.id), kind: live.kind, mode: live.mode, venue: live.venue },
        title: inLanguage(language, live.titleZh, live.titleEn),
        cover: storage.urlOf(live.cover),
      },
      sessions: sessions.map((session) => sessionView(reader, session)),
      used_at: timeOf(ticket.usedAt),
    };
  });
  return { list, total: await db.$count(tickets, where), page, limit };
}

/** A member's ticket as a calendar file. @throws {ApiFailure} not-found, also for the tickets of others */
export async function calendarFileOf(
  { db, now, language, memberId }: Reader,
  { ticketNo, origin }: { readonly ticketNo: string; readonly origin: string },
) {
  const [found] = await db
    .select({ live: lives, typeId: tickets.ticketTypeId })
    .from(tickets)
    .innerJoin(lives, eq(lives.id, tickets.liveId))
    .where(
      and(eq(tickets.ticketNo, ticketNo), eq(tickets.memberId, memberId), inArray(tickets.state, ['valid', 'used'])),
    );
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { live, typeId } = found;
  const sessions = (await typesOf(db, [live.id])).find(({ type }) => type.id === typeId)?.sessions ?? [];
  const ics = calendarOf({
    ...{ now, venue: live.venue },
    title: inLanguage(language, live.titleZh, live.titleEn),
    url: new URL(`/live-info?id=${live.id}`, origin).href,
    sessions: sessions.map((session) => ({
      ...session,
      title: inLanguage(language, session.titleZh, session.titleEn),
    })),
  });
  return { filename: `class-${live.id}.ics`, ics };
}
