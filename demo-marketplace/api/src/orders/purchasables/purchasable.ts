import type { FailureReason, OrderItemType } from '@lectern/marketplace-contract';
import type { Tx } from '../../db/database.js';
import type { OrderRow } from '../../db/schema/index.js';
import type { AccountName, Posting } from '../../ledger/index.js';

/** Booking of a paid order. */
export interface Booking {
  /** Name of the event in the ledger. */
  readonly business: string;
  readonly postings: readonly Posting[];
}

/** Terms of a type of purchasable that hold for all of its orders. */
export interface PurchasableTerms {
  /** Share of the price that the platform keeps, in percent, 0 to 100. */
  readonly feePercent: number;
  /** True when coupons and points apply to it. */
  readonly isDiscountable: boolean;
  /** True when it can be paid from the buyer's wallet. */
  readonly isPaidFromWallet: boolean;
  /** True when invoices are issued for it. */
  readonly hasInvoice: boolean;
}

/** Rule for the release of the money to the seller. */
export interface PayoutRule {
  /**
   * Time at which the money of an order that is paid at `paidAt` is released; null when an event of the type releases it
   * later. Milliseconds since the epoch.
   */
  releaseAt(paidAt: number): number | null;
  /** True when the order is settled with its payment: no money is held, and no refund is possible. */
  readonly isImmediate: boolean;
}

/** Rule for refunds of a paid order. */
export interface RefundRule {
  /** Length of the refund period in days, shown to the buyer; 0 without refunds. */
  readonly days: number;
  /** End of the refund period, in milliseconds since the epoch; undefined when the order cannot be refunded. */
  until(order: OrderRow): number | undefined;
  /** Reverses the fulfilment. */
  revoke(tx: Tx, order: OrderRow, now: number): Promise<void>;
}

/**
 * A type of item that orders sell. Price, payment, delivery, payout and refund of an order follow its type; the orders
 * themselves know nothing else about the item.
 */
export interface Purchasable {
  readonly type: OrderItemType;
  readonly terms: PurchasableTerms;
  readonly payout: PayoutRule;
  readonly refund: RefundRule;
  /**
   * Locks the item before the order is locked, in a fixed order that prevents deadlocks.
   *
   * @returns the reason for which the order can no longer be paid; undefined when it can
   */
  checkPayable(tx: Tx, order: OrderRow, now: number): Promise<FailureReason | undefined>;
  /** Books a payment of more than 0 cents that comes from `source`. */
  book(order: OrderRow, source: AccountName): Booking;
  /** Delivers the item to the buyer. */
  fulfil(tx: Tx, order: OrderRow, now: number): Promise<void>;
  /** Notifies buyer and seller of the payment. */
  notifyPaid(tx: Tx, order: OrderRow, now: number): Promise<void>;
}
