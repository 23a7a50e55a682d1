import { type OrderStatus, type RefundState } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { orders, refunds, type OrderRow, type RefundRow, type RefundTransferRow } from '../db/schema/index.js';
import { Lifecycle } from '../lifecycle/index.js';

/** Event of an order. */
export type OrderEvent =
  /** The whole amount was paid. */
  | 'pay'
  /** The buyer cancels it, or its payment deadline passes. */
  | 'cancel'
  /** The buyer asks for a refund. */
  | 'request-refund'
  /** The buyer withdraws the request, or the back office refuses it. */
  | 'keep'
  /** The back office grants the request. */
  | 'grant-refund'
  /** The seller cannot deliver: the buyer is refunded, whether or not they asked. */
  | 'revoke'
  /** The money is released to the seller and can no longer be refunded. */
  | 'settle';

/** Transitions of an order. A new one is `pending`. */
export const ORDER = new Lifecycle<OrderStatus, OrderEvent>({
  name: 'order',
  transitions: {
    pending: { pay: 'paid', cancel: 'cancelled' },
    paid: { 'request-refund': 'refunding', revoke: 'refunded', settle: 'settled' },
    refunding: { keep: 'paid', 'grant-refund': 'refunded', revoke: 'refunded' },
    cancelled: {},
    refunded: {},
    settled: {},
  },
});

/** Event of a refund request. */
export type RefundEvent = 'grant' | 'refuse' | 'withdraw';

/** Transitions of a refund request. A new one is `applying`; all other states are final. */
export const REFUND = new Lifecycle<RefundState, RefundEvent>({
  name: 'refund',
  transitions: {
    applying: { grant: 'success', refuse: 'failed', withdraw: 'cancelled' },
    success: {},
    failed: {},
    cancelled: {},
  },
});

/** Event of a refund through a payment provider. */
export type RefundTransferEvent =
  /** The provider has accepted the refund and not decided on it. */
  | 'send'
  | 'settle'
  /** The provider refuses the refund. This can happen after it was settled, when the card was closed meanwhile. */
  | 'fail'
  /** The back office asks for another attempt. */
  | 'retry'
  /** The back office credits the money to the buyer's wallet. */
  | 'credit'
  /** The back office has paid the money out manually. */
  | 'return';

/** Transitions of a refund through a payment provider. A new one is `requested`. */
export const REFUND_TRANSFER = new Lifecycle<RefundTransferRow['state'], RefundTransferEvent>({
  name: 'refund transfer',
  transitions: {
    requested: { send: 'sent', settle: 'settled', fail: 'failed' },
    sent: { settle: 'settled', fail: 'failed' },
    settled: { fail: 'failed' },
    failed: { retry: 'requested', credit: 'credited', return: 'returned' },
    credited: {},
    returned: {},
  },
});

type ChangeOf<Row, State extends keyof Row> = Partial<Omit<Row, 'id' | State>>;

/**
 * Locks an order, applies an event, and writes the given changes with the new status.
 *
 * @throws {IllegalTransitionError} when the event is not legal in the status of the locked order
 */
export async function moveOrder(
  tx: Tx,
  id: number,
  event: OrderEvent,
  change: ChangeOf<OrderRow, 'status'> = {},
): Promise<OrderRow> {
  const { status } = await lockOrder(tx, id);
  const [moved] = await tx
    .update(orders)
    .set({ ...change, status: ORDER.next(status, event) })
    .where(eq(orders.id, id))
    .returning();
  if (moved === undefined) throw new Error(`order ${id} is gone`);
  return moved;
}

/** Reads an order and locks it until the transaction ends. @throws {Error} without such an order */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('no key update');
  if (order === undefined) throw new Error(`there is no order ${id}`);
  return order;
}

/** Applies an event to a refund request. @throws {IllegalTransitionError} when it is decided already */
export async function moveRefund(
  tx: Tx,
  id: number,
  event: RefundEvent,
  change: ChangeOf<RefundRow, 'state'>,
): Promise<void> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update');
  if (refund === undefined) throw new Error(`there is no refund ${id}`);
  const state = REFUND.next(refund.state, event);
  await tx
    .update(refunds)
    .set({ ...change, state })
    .where(eq(refunds.id, id));
}
