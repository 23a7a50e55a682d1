import { OrderItemType, OrderStatus } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { orders } from '../db/schema/index.js';
import type { ClosingCheck } from '../feature.js';

/** An account whose pledge may still be refunded stays open. */
export const hasOpenPledges: ClosingCheck = async (tx, { id }) => {
  const isPledge = and(eq(orders.status, OrderStatus.Paid), eq(orders.itemType, OrderItemType.Crowdfund));
  return (await tx.$count(orders, and(eq(orders.buyerId, id), isPledge))) > 0;
};
