import { FailureReason, FieldProblem, ROOM_OPENS_BEFORE_MS, siteDate } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import {
  attendance,
  lives,
  liveSessions,
  ticketTypes,
  ticketTypeSessions,
  type LiveRow,
  type LiveSessionRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { enqueue } from '../jobs/index.js';
import { SESSION, type SessionEvent } from './lifecycle.js';
import { notify } from './notice-kinds.js';
import { roomNameOf } from './room-name.js';
import { settleOrdersOf } from './settlement.js';

/** Kinds of the jobs that open the room of a session before its start, and end the session at its planned end. */
export const SESSION_OPEN_JOB = 'live-session-open';
export const SESSION_END_JOB = 'live-session-end';

/** Kind of the job that closes the room of a session which was cancelled or moved. */
export const ROOM_CLOSE_JOB = 'live-room-close';

type Times = Pick<LiveSessionRow, 'id' | 'startAt' | 'endAt'>;

/** Schedules the opening and the end of a session. Jobs of former times find that theirs has not come. */
export async function scheduleSession(tx: Tx, { id, startAt, endAt }: Times): Promise<void> {
  const payload = { sessionId: id };
  await enqueue(tx, { kind: SESSION_OPEN_JOB, payload, runAt: startAt - ROOM_OPENS_BEFORE_MS });
  await enqueue(tx, { kind: SESSION_END_JOB, payload, runAt: endAt });
}

/** Reads a session with its class and locks the session until the transaction ends. */
async function lockSession(tx: Tx, id: number) {
  const [found] = await tx
    .select({ session: liveSessions, live: lives })
    .from(liveSessions)
    .innerJoin(lives, eq(lives.id, liveSessions.liveId))
    .where(and(eq(liveSessions.id, id), isNull(lives.deletedAt)))
    .for('no key update', { of: liveSessions });
  return found;
}

async function moveSession(
  tx: Tx,
  { id, state }: LiveSessionRow,
  event: SessionEvent,
  change: Partial<Omit<LiveSessionRow, 'id' | 'state'>> = {},
): Promise<void> {
  await tx
    .update(liveSessions)
    .set({ ...change, state: SESSION.next(state, event) })
    .where(eq(liveSessions.id, id));
}

/** Opens the room of a session; does nothing before its time, or when it was cancelled. */
export async function openSession(tx: Tx, id: number, now: number): Promise<void> {
  const found = await lockSession(tx, id);
  if (found === undefined || found.session.startAt - ROOM_OPENS_BEFORE_MS > now) return;
  if (SESSION.can(found.session.state, 'open')) await moveSession(tx, found.session, 'open');
}

/** Begins a session when its mentor has entered the room; does nothing for other members, and when it has begun. */
export async function beginSession(
  tx: Tx,
  { sessionId, memberId, now }: { readonly sessionId: number; readonly memberId: number; readonly now: number },
): Promise<void> {
  await openSession(tx, sessionId, now);
  const found = await lockSession(tx, sessionId);
  if (found === undefined || found.live.mentorId !== memberId) return;
  if (SESSION.can(found.session.state, 'begin')) await moveSession(tx, found.session, 'begin');
}

/** Closes the room of a session, if it is open. */
const closeRoomOf = (tx: Tx, session: LiveSessionRow, now: number): Promise<void> =>
  enqueue(tx, { kind: ROOM_CLOSE_JOB, payload: { room: roomNameOf(session) }, runAt: now });

/** Time that a member was present during a session, in milliseconds; overlapping visits count once. */
export async function presenceOf(db: Database, memberId: number, { id, startAt, endAt }: Times): Promise<number> {
  const visits = await db
    .select()
    .from(attendance)
    .where(and(eq(attendance.sessionId, id), eq(attendance.memberId, memberId)))
    .orderBy(asc(attendance.joinedAt));
  let total = 0;
  let counted = startAt;
  for (const { joinedAt, leftAt } of visits) {
    const from = Math.max(joinedAt, counted);
    const to = Math.min(leftAt ?? endAt, endAt);
    if (to <= from) continue;
    total += to - from;
    counted = to;
  }
  return total;
}

/** True when the mentor was present for at least half of the planned time; nobody measures that offline. */
async function wasHeld(db: Database, live: LiveRow, session: LiveSessionRow): Promise<boolean> {
  if (live.mode === 'offline') return true;
  return 2 * (await presenceOf(db, live.mentorId, session)) >= session.endAt - session.startAt;
}

/** Ends a session at its planned end, and decides on the orders that include it. */
export async function endSession(tx: Tx, id: number, now: number): Promise<void> {
  const found = await lockSession(tx, id);
  if (found === undefined || found.session.endAt > now) return;
  const { session, live } = found;
  if (!SESSION.can(session.state, 'end')) return;
  await moveSession(tx, session, 'end', { wasHeld: await wasHeld(tx, live, session) });
  await settleOrdersOf(tx, { sessionId: id, now });
}

interface Own {
  readonly sessionId: number;
  readonly mentorId: number;
  readonly reason: string;
  readonly now: number;
}

/** @throws {ApiFailure} not-found, also for sessions of other mentors */
async function lockOwn(tx: Tx, { sessionId, mentorId }: Own) {
  const found = await lockSession(tx, sessionId);
  if (found === undefined || found.live.mentorId !== mentorId) throw new ApiFailure(FailureReason.NotFound);
  return found;
}

const nameOf = ({ titleZh: zh, titleEn: en }: LiveRow) => ({ zh, en });

/** Cancels a session for its mentor. Resolves with the number of paid orders that include it. */
export async function cancelOwnSession(tx: Tx, own: Own): Promise<number> {
  const { sessionId, reason, now } = own;
  const { session, live } = await lockOwn(tx, own);
  await moveSession(tx, session, 'cancel', { cancelReason: reason });
  await closeRoomOf(tx, session, now);
  const paid = (await settleOrdersOf(tx, { sessionId, now })).filter(({ status }) => status !== 'pending');
  const to = [...new Set(paid.map(({ buyerId }) => buyerId))];
  await notify(tx, { to, kind: 'session-cancelled', params: { what: nameOf(live), reason, id: live.id }, now });
  return paid.length;
}

/** @throws {ApiFailure} when the new start is in the past, or precedes the broadcast end or the sale of a ticket */
async function checkStart(tx: Tx, live: LiveRow, { id, startAt }: Times, now: number): Promise<readonly number[]> {
  const types = await tx
    .select({ id: ticketTypes.id, saleStart: ticketTypes.saleStart })
    .from(ticketTypes)
    .innerJoin(ticketTypeSessions, eq(ticketTypeSessions.ticketTypeId, ticketTypes.id))
    .where(eq(ticketTypeSessions.sessionId, id));
  const earliest = Math.max(now + 1, live.broadcastEnd ?? 0, ...types.map(({ saleStart }) => saleStart + 1));
  if (startAt < earliest) throw badField('start_at', FieldProblem.OutOfRange);
  return types.map((type) => type.id);
}

/** Moves a session to another time for its mentor. Holders of tickets may return them until it begins. */
export async function rescheduleOwnSession(tx: Tx, own: Own & Pick<Times, 'startAt' | 'endAt'>): Promise<void> {
  const { sessionId, startAt, endAt, reason, now } = own;
  const { session, live } = await lockOwn(tx, own);
  const times = { id: sessionId, startAt, endAt };
  await moveSession(tx, session, 'reschedule', { startAt, endAt });
  await closeRoomOf(tx, session, now);
  const typeIds = await checkStart(tx, live, times, now);
  await scheduleSession(tx, times);
  const date = siteDate(startAt);
  if (typeIds.length > 0) {
    // Tickets stay usable on the new day, and are sold until the last of their sessions ends.
    const lastEnd = sql`(SELECT max(s.end_at) FROM live_session s JOIN ticket_type_session i ON i.session_id = s.id
      WHERE i.ticket_type_id = ${ticketTypes.id} AND s.state <> 'cancelled')`;
    await tx
      .update(ticketTypes)
      .set({
        useFrom: sql`least(${ticketTypes.useFrom}, ${date}::date)`,
        useUntil: sql`greatest(${ticketTypes.useUntil}, ${date}::date)`,
        saleEnd: sql`least(${ticketTypes.saleEnd}, ${lastEnd})`,
      })
      .where(inArray(ticketTypes.id, [...typeIds]));
  }
  const paid = (await settleOrdersOf(tx, { sessionId, refundableUntil: startAt, now })).filter(
    ({ status }) => status !== 'pending',
  );
  const to = [...new Set(paid.map(({ buyerId }) => buyerId))];
  await notify(tx, { to, kind: 'session-moved', params: { what: nameOf(live), date, reason, id: live.id }, now });
}
