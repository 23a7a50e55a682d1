import { OrderItemType, OrderStatus, REFUND_DAYS, siteDate } from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { orders, ticketTypeSessions, type LiveSessionRow } from '../db/schema/index.js';
import { enqueue } from '../jobs/index.js';
import { closeUnpaid, settleLater } from '../orders/index.js';
import { nameOf } from '../purchasables/index.js';
import { notify } from './notice-kinds.js';
import { returnTickets } from './refunds.js';
import { stockOf } from './seats.js';
import { typesOf } from './timeline.js';

/** Kind of the job that decides on the money of one order of tickets after one of its sessions has changed. */
export const TICKET_SETTLE_JOB = 'ticket-settle';
const DAY_MS = 86_400_000;

const IN_FORCE = [OrderStatus.Pending, OrderStatus.Paid, OrderStatus.Refunding] as const;

/** Orders of tickets that include a session, without cancelled, refunded and settled ones. */
async function ordersOf(db: Database, sessionId: number) {
  const types = await db
    .select({ id: ticketTypeSessions.ticketTypeId })
    .from(ticketTypeSessions)
    .where(eq(ticketTypeSessions.sessionId, sessionId));
  if (types.length === 0) return [];
  const keys = types.map(({ id }) => stockOf(id));
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.itemType, OrderItemType.Ticket),
        inArray(orders.stockKey, keys),
        inArray(orders.status, [...IN_FORCE]),
      ),
    );
}

interface Change {
  readonly sessionId: number;
  /** End of the free refunds that a new time gives, in milliseconds since the epoch. */
  readonly refundableUntil?: number;
  readonly now: number;
}

/**
 * Enqueues a decision on every order that includes a session. Each order is decided in a transaction of its own, so that
 * large classes lock one order at a time.
 *
 * @returns the orders
 */
export async function settleOrdersOf(tx: Tx, { sessionId, refundableUntil, now }: Change) {
  const found = await ordersOf(tx, sessionId);
  for (const { orderNo } of found) {
    const payload = { orderNo, ...(refundableUntil !== undefined && { refundableUntil }) };
    await enqueue(tx, { kind: TICKET_SETTLE_JOB, payload, runAt: now });
  }
  return found;
}

type Outcome = 'open' | 'held' | 'partly-held' | 'not-held';

/** Outcome of the sessions of a ticket. A cancelled session counts as one that was not held. */
export function outcomeOf(sessions: readonly Pick<LiveSessionRow, 'state' | 'wasHeld'>[]): Outcome {
  const held = sessions.filter(({ state, wasHeld }) => state === 'ended' && wasHeld === true).length;
  const isOver = sessions.every(({ state }) => state === 'ended' || state === 'cancelled');
  if (!isOver) return 'open';
  if (held === 0) return 'not-held';
  return held === sessions.length ? 'held' : 'partly-held';
}

/**
 * Decides on an order by its sessions: it is released to the mentor when all were held, refunded when none was, and can
 * be returned for {@link REFUND_DAYS} days when some were.
 */
export async function settleTickets(
  tx: Tx,
  { orderNo, refundableUntil }: { readonly orderNo: string; readonly refundableUntil?: number | undefined },
  now: number,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.orderNo, orderNo)).for('no key update');
  if (order === undefined || !IN_FORCE.some((status) => status === order.status)) return;
  const sessions = (await typesOf(tx, [order.itemId ?? 0])).find(({ type }) => String(type.id) === order.sku)?.sessions;
  const outcome = outcomeOf(sessions ?? []);
  if (order.status === OrderStatus.Pending) {
    if (outcome === 'not-held') await closeUnpaid(tx, order, 'session-cancelled', now);
    return;
  }
  const write = (change: Partial<typeof orders.$inferInsert>) =>
    tx.update(orders).set(change).where(eq(orders.id, order.id));
  switch (outcome) {
    case 'not-held':
      return returnTickets(tx, order, now);
    case 'held':
      await write({ releaseAt: now, refundableUntil: null });
      return settleLater(tx, orderNo, now);
    case 'partly-held': {
      // A repeated job keeps the first deadline.
      const until = order.releaseAt ?? now + REFUND_DAYS * DAY_MS;
      await write({ releaseAt: until, refundableUntil: until });
      if (order.releaseAt === null) {
        const params = { what: nameOf(order), date: siteDate(until), id: order.itemId ?? 0 };
        await notify(tx, { to: order.buyerId, kind: 'session-not-held', params, now });
      }
      return settleLater(tx, orderNo, until);
    }
    case 'open': {
      const isShort = sessions?.some(({ state }) => state === 'cancelled') === true;
      const until = isShort ? sessions.at(-1)?.endAt : refundableUntil;
      if (until !== undefined) await write({ refundableUntil: Math.max(until, order.refundableUntil ?? 0) });
    }
  }
}
