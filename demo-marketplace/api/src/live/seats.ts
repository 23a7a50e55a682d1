import { OrderItemType, OrderStatus } from '@lectern/marketplace-contract';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { orders, ticketTypes } from '../db/schema/index.js';
import type { SeatRule, Stock } from '../purchasables/index.js';

/** Key of the seats of a type of tickets. */
export const stockOf = (ticketTypeId: number): string => `ticket ${ticketTypeId}`;

const typeOf = ({ sku }: Stock) => eq(ticketTypes.id, Number(sku));

/** Seats of a type of tickets; the SKU of a stock is the id of the type. */
export const TICKET_SEATS: SeatRule = {
  async limit(db, stock) {
    const [type] = await db.select({ quantity: ticketTypes.quantity }).from(ticketTypes).where(typeOf(stock));
    return type?.quantity ?? 0;
  },
  async lock(tx, stock) {
    await tx.select({ id: ticketTypes.id }).from(ticketTypes).where(typeOf(stock)).for('no key update');
  },
  sold: (stock) => sql<number>`(SELECT ${ticketTypes.sold} FROM ${ticketTypes} WHERE ${typeOf(stock)})`,
};

/** Seats that unpaid orders hold now, by id of the ticket type. */
export async function heldSeats(db: Database, typeIds: readonly number[], now: number): Promise<Map<number, number>> {
  if (typeIds.length === 0) return new Map();
  const rows = await db
    .select({ sku: orders.sku, n: sql<number>`sum(${orders.quantity})`.mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.itemType, OrderItemType.Ticket),
        inArray(orders.stockKey, typeIds.map(stockOf)),
        eq(orders.status, OrderStatus.Pending),
        gt(orders.expiresAt, now),
      ),
    )
    .groupBy(orders.sku);
  return new Map(rows.map(({ sku, n }) => [Number(sku), n]));
}
