import { FailureReason, REFUND_HOURS, SaleState, type LiveStatus } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import {
  lives,
  liveSessions,
  ticketTypes,
  ticketTypeSessions,
  type LiveRow,
  type LiveSessionRow,
  type TicketTypeRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';

const HOUR_MS = 3_600_000;

/** Condition for classes whose mentor is not banned. */
export const isMentorThere = sql`NOT EXISTS (
  SELECT 1 FROM member teacher WHERE teacher.id = ${lives.mentorId} AND teacher.is_banned
)`;

/** A type of tickets with the sessions that it includes, in the order of their time. */
export interface TypeWithSessions {
  readonly type: TicketTypeRow;
  readonly sessions: readonly LiveSessionRow[];
}

/** Sessions of classes, in the order of their time. */
export const sessionsOf = (db: Database, liveIds: readonly number[]): Promise<LiveSessionRow[]> =>
  db
    .select()
    .from(liveSessions)
    .where(inArray(liveSessions.liveId, [...liveIds]))
    .orderBy(asc(liveSessions.startAt), asc(liveSessions.id));

/** Ticket types of classes with their sessions. */
export async function typesOf(db: Database, liveIds: readonly number[]): Promise<TypeWithSessions[]> {
  if (liveIds.length === 0) return [];
  const types = await db
    .select()
    .from(ticketTypes)
    .where(inArray(ticketTypes.liveId, [...liveIds]))
    .orderBy(asc(ticketTypes.sort), asc(ticketTypes.id));
  const included = await db
    .select({ typeId: ticketTypeSessions.ticketTypeId, session: liveSessions })
    .from(ticketTypeSessions)
    .innerJoin(liveSessions, eq(liveSessions.id, ticketTypeSessions.sessionId))
    .where(inArray(liveSessions.liveId, [...liveIds]))
    .orderBy(asc(liveSessions.startAt), asc(liveSessions.id));
  return types.map((type) => ({
    type,
    sessions: included.filter(({ typeId }) => typeId === type.id).map(({ session }) => session),
  }));
}

/** Present price of one ticket, in cents. */
export const priceOf = ({ priceCents, earlyPriceCents, earlyUntil }: TicketTypeRow, now: number): number =>
  earlyPriceCents !== null && earlyUntil !== null && now < earlyUntil ? earlyPriceCents : priceCents;

const isComing = ({ state, endAt }: LiveSessionRow, now: number): boolean =>
  state !== 'ended' && state !== 'cancelled' && now < endAt;

/** State of the sale of a type of tickets, of which `left` are left. */
export function saleStateOf(
  { type, sessions }: TypeWithSessions,
  { status, left, now }: { readonly status: LiveStatus; readonly left: number; readonly now: number },
): SaleState {
  const isOver = status !== 'approved' || now >= type.saleEnd || !sessions.some((session) => isComing(session, now));
  if (isOver) return SaleState.Over;
  if (now < type.saleStart) return SaleState.NotOpen;
  return left > 0 ? SaleState.Open : SaleState.SoldOut;
}

/** Time until which a ticket is refunded in full by the policy; null when that has passed. */
export function refundUntilOf(
  { refundPolicy }: Pick<LiveRow, 'refundPolicy'>,
  sessions: readonly LiveSessionRow[],
  now: number,
): number | null {
  const first = sessions.find(({ state }) => state !== 'cancelled');
  const until = (first?.startAt ?? 0) - REFUND_HOURS[refundPolicy] * HOUR_MS;
  return until > now ? until : null;
}

/**
 * Finds a class or activity that everybody may see; its mentor sees it too while it is paused, and so do holders of its
 * tickets.
 *
 * @throws {ApiFailure} not-found in all other cases
 */
export async function findVisibleLive(db: Database, id: number, memberId: number): Promise<LiveRow> {
  const [found] = await db
    .select({
      live: lives,
      isOpen: sql<boolean>`${isMentorThere} AND ${lives.status} = 'approved'`,
      hasTicket: sql<boolean>`EXISTS (SELECT 1 FROM ticket t WHERE t.live_id = ${lives.id} AND t.member_id = ${memberId})`,
    })
    .from(lives)
    .where(and(eq(lives.id, id), inArray(lives.status, ['approved', 'paused']), isNull(lives.deletedAt)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { live, isOpen, hasTicket } = found;
  if (!isOpen && !hasTicket && live.mentorId !== memberId) throw new ApiFailure(FailureReason.NotFound);
  return live;
}
