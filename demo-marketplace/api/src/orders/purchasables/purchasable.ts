import type { FailureReason, OrderItemType } from '@lectern/marketplace-contract';
import type { Tx } from '../../db/database.js';
import type { OrderRow } from '../../db/schema/index.js';
import type { AccountName, Posting } from '../../ledger/index.js';

/** Booking of a paid order. */
export interface Booking {
  /** Name of the event in the books. */
  readonly business: string;
  readonly postings: readonly Posting[];
}

/** Terms of a type of purchasable that hold for all of its orders. */
export interface PurchasableTerms {
  /** Share of the price that the platform keeps, in percent, 0 to 100. */
  readonly feePercent: number;
  /** Coupons and points count for it. */
  readonly isDiscountable: boolean;
  /** It can be paid out of the buyer's wallet. */
  readonly isPaidFromWallet: boolean;
  /** Invoices are issued for it. */
  readonly hasInvoice: boolean;
}

/** The rule by which the seller gets the money. */
export interface PayoutRule {
  /**
   * Time at which the money of an order that is paid at `paidAt` is released; null when an event of the type releases it
   * later. Milliseconds since the epoch.
   */
  releaseAt(paidAt: number): number | null;
  /** The order is settled with its payment: nothing is held, and nothing can be refunded. */
  readonly isImmediate: boolean;
}

/** The rule by which a buyer may ask for a refund of a paid order. */
export interface RefundRule {
  /** Days for which a refund can be requested, shown to the buyer; 0 where there is none. */
  readonly days: number;
  /** End of the time for requests, in milliseconds since the epoch; undefined when the order cannot be refunded. */
  until(order: OrderRow): number | undefined;
  /** Takes back what was fulfilled. */
  revoke(tx: Tx, order: OrderRow, now: number): Promise<void>;
}

/**
 * A type of things that orders sell. Orders know nothing else about what is sold: price and payment, delivery, payout and
 * refund of an order follow its type.
 */
export interface Purchasable {
  readonly type: OrderItemType;
  readonly terms: PurchasableTerms;
  readonly payout: PayoutRule;
  readonly refund: RefundRule;
  /**
   * Locks what the order is for, before the order itself is locked, so that no two transactions wait for one another.
   *
   * @returns the reason for which nobody should pay any more; undefined when the order may be paid
   */
  checkPayable(tx: Tx, order: OrderRow, now: number): Promise<FailureReason | undefined>;
  /** Books a payment of more than 0 cents that comes from `source`. */
  book(order: OrderRow, source: AccountName): Booking;
  /** Gives the buyer what was paid for. */
  fulfil(tx: Tx, order: OrderRow, now: number): Promise<void>;
  /** Notifies buyer and seller of the payment. */
  notifyPaid(tx: Tx, order: OrderRow, now: number): Promise<void>;
}
