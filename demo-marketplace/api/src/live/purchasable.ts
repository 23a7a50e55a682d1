import {
  FailureReason,
  FieldProblem,
  Identity,
  OrderItemType,
  OrderStatus,
  PLATFORM_FEE_PERCENT,
  SaleState,
} from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Database, Tx } from '../db/database.js';
import {
  lives,
  liveSessions,
  orders,
  tickets,
  ticketTypes,
  ticketTypeSessions,
  type LiveRow,
  type OrderRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { AccountKind, FEES, moneyOf, moving } from '../ledger/index.js';
import { nameOf, saleOf, type Purchasable, type Usage, type WantedItem } from '../purchasables/index.js';
import { enqueue } from '../jobs/index.js';
import { TICKET } from './lifecycle.js';
import { notify } from './notice-kinds.js';
import { ROOM_REVOKE_JOB } from './room-name.js';
import { stockOf, TICKET_SEATS } from './seats.js';
import { isMentorThere, priceOf, refundUntilOf, saleStateOf, typesOf, type TypeWithSessions } from './timeline.js';

const NUMBER_LENGTH = 16;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Random ticket number of 80 bits, which nobody can guess. */
const newTicketNo = (): string =>
  Array.from({ length: NUMBER_LENGTH }, () => BASE_32[randomInt(BASE_32.length)]).join('');

/** Tickets of a type that a member has, without refunded ones. */
const ownedBy = (db: Database, memberId: number, typeId: number): Promise<number> =>
  db.$count(
    tickets,
    and(eq(tickets.memberId, memberId), eq(tickets.ticketTypeId, typeId), ne(tickets.state, 'refunded')),
  );

async function isAboveLimit(db: Database, memberId: number, sku: string, quantity: number): Promise<boolean> {
  const [type] = await db
    .select({ limit: ticketTypes.limitPerMember })
    .from(ticketTypes)
    .where(eq(ticketTypes.id, Number(sku)));
  return (await ownedBy(db, memberId, Number(sku))) + quantity > (type?.limit ?? 0);
}

/** @throws {ApiFailure} when the class does not exist, or the tickets are not on sale */
async function findForSale(
  db: Database,
  { id, sku }: WantedItem,
  now: number,
): Promise<{ readonly live: LiveRow; readonly found: TypeWithSessions }> {
  if (id === undefined) throw badField('item.id', FieldProblem.Required);
  const [live] = await db
    .select()
    .from(lives)
    .where(and(eq(lives.id, id), isNull(lives.deletedAt), isMentorThere));
  if (live === undefined || live.publishedAt === null) throw new ApiFailure(FailureReason.NotFound);
  const found = (await typesOf(db, [id])).find(({ type }) => String(type.id) === sku);
  if (found === undefined) throw badField('item.sku', FieldProblem.Unknown);
  // The seats are counted by the order.
  const sale = saleStateOf(found, { status: live.status, left: 1, now });
  if (sale === SaleState.NotOpen) throw new ApiFailure(FailureReason.SaleNotOpen);
  if (sale === SaleState.Over) throw new ApiFailure(FailureReason.SaleOver);
  return { live, found };
}

/** Tickets of a live class or activity. The mentor is paid once its sessions were held. */
export const TICKET_PURCHASABLE: Purchasable = {
  type: OrderItemType.Ticket,
  terms: { feePercent: PLATFORM_FEE_PERCENT, isDiscountable: true, isPaidFromWallet: true, hasInvoice: true },
  whoMayBuy: {
    identities: [Identity.Person],
    async check(db, { id }, { sellerId, sku, quantity }) {
      if (sellerId === id) return FailureReason.NotForSale;
      return (await isAboveLimit(db, id, sku, quantity)) ? FailureReason.TicketLimit : undefined;
    },
  },

  async quote(db, wanted, now) {
    const { live, found } = await findForSale(db, wanted, now);
    const { type } = found;
    const { quantity } = wanted;
    return {
      ...{ itemType: OrderItemType.Ticket, itemId: live.id, sku: String(type.id), quantity, sellerId: live.mentorId },
      titleZh: `${live.titleZh}｜${type.nameZh}`,
      titleEn: `${live.titleEn || live.titleZh} – ${type.nameEn || type.nameZh}`,
      ...{ cover: live.cover, amountCents: priceOf(type, now) * quantity },
      listCents: type.originalPriceCents * quantity,
      ...{ stockKey: stockOf(type.id), oncePerBuyer: false },
    };
  },

  reserve: TICKET_SEATS,

  onPaid: {
    async check(tx, order) {
      const { status, sku, buyerId, quantity } = order;
      // The order is paid or cancelled already, which its own status reports.
      if (status !== OrderStatus.Pending) return undefined;
      // Shared lock: a session is cancelled after the payments that have begun, and before all others.
      const sessions = await tx
        .select({ state: liveSessions.state })
        .from(liveSessions)
        .innerJoin(ticketTypeSessions, eq(ticketTypeSessions.sessionId, liveSessions.id))
        .where(eq(ticketTypeSessions.ticketTypeId, Number(sku)))
        .orderBy(asc(liveSessions.id))
        .for('share', { of: liveSessions });
      if (sessions.every(({ state }) => state === 'cancelled' || state === 'ended')) return FailureReason.NotForSale;
      return (await isAboveLimit(tx, buyerId, sku, quantity)) ? FailureReason.TicketLimit : undefined;
    },
    book: ({ sellerId, payableCents, feeCents }, source) => ({
      business: 'ticket',
      postings: moving([
        { account: source, amount: -payableCents },
        { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: payableCents - feeCents },
        { account: FEES, amount: feeCents },
      ]),
    }),
  },

  async fulfil(tx, order, now) {
    const { id: orderId, itemId: liveId, sku, buyerId: memberId, quantity } = order;
    const ticketTypeId = Number(sku);
    await tx
      .update(ticketTypes)
      .set({ sold: sql`${ticketTypes.sold} + ${quantity}` })
      .where(eq(ticketTypes.id, ticketTypeId));
    const row = { liveId: liveId ?? 0, ticketTypeId, orderId, memberId, createdAt: now };
    await tx.insert(tickets).values(Array.from({ length: quantity }, () => ({ ...row, ticketNo: newTicketNo() })));
    const [live] = await tx.select().from(lives).where(eq(lives.id, row.liveId));
    const found = (await typesOf(tx, [row.liveId])).find(({ type }) => type.id === ticketTypeId);
    if (live === undefined || found === undefined) throw new Error(`tickets of type ${sku} are gone`);
    const refundableUntil = refundUntilOf(live, found.sessions, now);
    await tx.update(orders).set({ refundableUntil }).where(eq(orders.id, orderId));
  },

  payout: { releaseAt: () => Promise.resolve(null), isImmediate: false },
  refund: {
    days: 0,
    isAutomatic: true,
    until: ({ refundableUntil }) => refundableUntil ?? undefined,
    revoke: revokeTickets,
  },
  view: { hasPage: true, usageOf },

  notifications: {
    async paid(tx, order, now) {
      const { name, ...params } = await saleOf(tx, order);
      await notify(tx, { to: order.buyerId, kind: 'ticket-paid', params, now });
      if (order.sellerId !== null) {
        await notify(tx, { to: order.sellerId, kind: 'ticket-sold', params: { ...params, name }, now });
      }
    },
    async refundRequested(tx, order, now) {
      const { sellerId: to } = order;
      if (to !== null) await notify(tx, { to, kind: 'ticket-refund-asked', params: await saleOf(tx, order), now });
    },
    async refunded(tx, order, now) {
      const { sellerId: to, payableCents, feeCents } = order;
      const params = { what: nameOf(order), amount: payableCents - feeCents };
      if (to !== null) await notify(tx, { to, kind: 'ticket-sale-refunded', params, now });
    },
  },
};

/** Ends the tickets of an order, whose seats are on sale again, and sends their holder out of rooms that are open. */
async function revokeTickets(tx: Tx, { id, sku, quantity, buyerId }: OrderRow, now: number): Promise<void> {
  await tx
    .update(ticketTypes)
    .set({ sold: sql`${ticketTypes.sold} - ${quantity}` })
    .where(eq(ticketTypes.id, Number(sku)));
  await tx
    .update(tickets)
    .set({ state: TICKET.target('refund') })
    .where(and(eq(tickets.orderId, id), TICKET.allows(tickets.state, 'refund')));
  const included = await tx
    .select({ sessionId: liveSessions.id })
    .from(ticketTypeSessions)
    .innerJoin(liveSessions, eq(liveSessions.id, ticketTypeSessions.sessionId))
    .where(and(eq(ticketTypeSessions.ticketTypeId, Number(sku)), inArray(liveSessions.state, ['open', 'live'])));
  for (const { sessionId } of included) {
    await enqueue(tx, { kind: ROOM_REVOKE_JOB, payload: { sessionId, memberId: buyerId }, runAt: now });
  }
}

/** Share of the tickets of each order that was used at the door, in percent. */
async function usageOf(db: Database, rows: readonly OrderRow[]): Promise<ReadonlyMap<number, Usage>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({
      id: tickets.orderId,
      percent: sql<number>`100 * count(*) FILTER (WHERE ${tickets.state} = 'used') / count(*)`.mapWith(Number),
    })
    .from(tickets)
    .where(sql`${tickets.orderId} = ANY(${sql.param(ids)}::bigint[])`)
    .groupBy(tickets.orderId);
  return new Map(found.map(({ id, percent }) => [id, { percent, certificateNo: null }]));
}
