import type { Tx } from '../db/database.js';
import type { OrderRow } from '../db/schema/index.js';
import { AccountKind, FEES, moneyOf, moving, post } from '../ledger/index.js';
import {
  moveOrder,
  moveRefund,
  openRefundOf,
  refundPostings,
  releaseCouponAndPoints,
  shareOf,
} from '../orders/index.js';
import { nameOf } from '../purchasables/index.js';
import { notify } from './notice-kinds.js';
import { TICKET_PURCHASABLE } from './purchasable.js';

/** Refunds a paid order in full because its sessions were cancelled or not held, whether or not the buyer asked. */
export async function returnTickets(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const { id, orderNo, buyerId, sellerId, feeCents, payableCents } = order;
  await moveOrder(tx, id, 'revoke', { closedAt: now });
  const open = await openRefundOf(tx, id);
  if (open !== undefined) await moveRefund(tx, open.id, 'grant', { decidedAt: now });
  if (payableCents > 0) {
    const postings = moving([
      { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: -shareOf(order) },
      { account: FEES, amount: -feeCents },
      ...(await refundPostings(tx, order, now)),
    ]);
    await post(tx, { business: 'refund', businessId: orderNo, memo: '', at: now, postings });
  }
  await releaseCouponAndPoints(tx, order, now);
  await TICKET_PURCHASABLE.refund.revoke(tx, order, now);
  await notify(tx, {
    to: buyerId,
    kind: 'ticket-returned',
    params: { what: nameOf(order), amount: payableCents },
    now,
  });
  await TICKET_PURCHASABLE.notifications.refunded(tx, order, now);
}
