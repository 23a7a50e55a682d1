import { OrderStatus } from '@lectern/marketplace-contract';
import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { orders, refundTransfers } from '../db/schema/index.js';
import type { ClosingCheck } from '../feature.js';
import { OPEN_TRANSFER_STATES } from './refund-transfers.js';

/** An account with an order to pay, or with a refund on its way, stays open. */
export const hasOpenOrders: ClosingCheck = async (tx, { id }, now) => {
  const isOpen = or(
    and(eq(orders.status, OrderStatus.Pending), gt(orders.expiresAt, now)),
    eq(orders.status, OrderStatus.Refunding),
  );
  const open = await tx.$count(orders, and(eq(orders.buyerId, id), isOpen));
  const unsettled = await tx
    .select({ id: refundTransfers.id })
    .from(refundTransfers)
    .innerJoin(orders, eq(orders.id, refundTransfers.orderId))
    .where(and(eq(orders.buyerId, id), inArray(refundTransfers.state, [...OPEN_TRANSFER_STATES])))
    .limit(1);
  return open + unsettled.length > 0;
};
