import type { FailureReason, Identity } from '@lectern/marketplace-contract';
import type { Column, SQL } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import type { OrderRow } from '../db/schema/index.js';
import type { AccountName, Posting } from '../ledger/index.js';
import type { Named } from '../messages/index.js';

/** A member who buys: a person or a company. */
export interface Buyer {
  readonly id: number;
  readonly identity: Identity;
}

/** Item that a buyer asks for, checked by the contract and by nobody else. */
export interface WantedItem {
  readonly id: number | undefined;
  /** Variant; empty for none. */
  readonly sku: string;
  /** At least 1. */
  readonly quantity: number;
  /** Price that the buyer chooses, in cents; undefined for an item that has a price. */
  readonly amountCents: number | undefined;
}

/** An item that can be bought now, at its price. */
export interface Offering {
  readonly itemType: string;
  /** Null for a type that has a single item. */
  readonly itemId: number | null;
  readonly sku: string;
  readonly quantity: number;
  /** Member who earns from the order; null for none. */
  readonly sellerId: number | null;
  readonly titleZh: string;
  readonly titleEn: string;
  /** Key of the cover; empty for none. */
  readonly cover: string;
  /** Price of the whole quantity, in cents, more than 0. */
  readonly amountCents: number;
  /** Price of the whole quantity that a discount is compared with, in cents; lower or undefined for no discount. */
  readonly listCents?: number;
  /**
   * Stock that the order takes from, unique among all types; null for none. An unpaid order of the same stock is
   * superseded by a new one of the same buyer.
   */
  readonly stockKey: string | null;
  /** True when a buyer has at most one order in force of the stock. */
  readonly oncePerBuyer: boolean;
}

/** Another type sells the item at present, such as pledges to a campaign in place of a course. */
export interface SoldAs {
  readonly soldAs: string;
}

/** Stock of one item and variant. */
export interface Stock {
  readonly itemId: number;
  readonly sku: string;
  readonly stockKey: string;
}

/** Rule for items of which a limited number can be sold. Unpaid orders hold theirs until their deadline. */
export interface SeatRule {
  /** Number of seats in total; null without a limit. */
  limit(db: Database, stock: Stock): Promise<number | null>;
  /** Locks the stock until the transaction ends, so that reservations are serialised. */
  lock(tx: Tx, stock: Stock): Promise<void>;
  /** Number of seats sold, as an expression, so that all seats are counted in one statement. */
  sold(stock: Stock): SQL<number>;
}

/** Booking of a paid order. */
export interface Booking {
  /** Name of the event in the ledger. */
  readonly business: string;
  readonly postings: readonly Posting[];
}

/** Rule for a payment. */
export interface PaymentRule {
  /**
   * Locks the item before the order is locked, in a fixed order that prevents deadlocks.
   *
   * @returns the reason for which the order can no longer be paid; undefined when it can
   */
  check(tx: Tx, order: OrderRow, now: number): Promise<FailureReason | undefined>;
  /** Books a payment of more than 0 cents that comes from `source`. */
  book(order: OrderRow, source: AccountName): Booking;
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
  releaseAt(db: Database, order: OrderRow, paidAt: number): Promise<number | null>;
  /** True when the order is settled with its payment: no money is held, and no refund is possible. */
  readonly isImmediate: boolean;
}

/** Rule for refunds of a paid order. */
export interface RefundRule {
  /** Length of the refund period in days, shown to the buyer; 0 without refunds. */
  readonly days: number;
  /** End of the refund period, in milliseconds since the epoch; undefined when the order cannot be refunded. */
  until(order: OrderRow): number | undefined;
  /** True when a request within the period is granted at once, without the back office. */
  readonly isAutomatic?: true;
  /** Reverses the fulfilment. */
  revoke(tx: Tx, order: OrderRow, now: number): Promise<void>;
}

/** Use that a buyer has made of an order, for the decision on a refund. */
export interface Usage {
  /** 0 to 100. */
  readonly percent: number;
  /** Number of the certificate that the refund would revoke. */
  readonly certificateNo: string | null;
}

/** Display of orders. */
export interface OrderDisplay {
  /** True when the item has a page, from which it can be entered and bought again. */
  readonly hasPage: boolean;
  /** Usage by order id; an order that is missing was not used. */
  usageOf(db: Database, orders: readonly OrderRow[]): Promise<ReadonlyMap<number, Usage>>;
}

type Notification = (tx: Tx, order: OrderRow, now: number) => Promise<void>;

/** Notices to buyer and seller. */
export interface OrderNotifications {
  readonly paid: Notification;
  readonly refundRequested: Notification;
  readonly refunded: Notification;
}

/** Payments of a type in the statements of wallets. */
export interface StatementRule {
  /** Kind of the lines, as in the contract's `biz`; several types may share one. */
  readonly business: string;
  /** Name of the kind. */
  readonly name: Named;
  /** Ledger events of payments, and of their booking for the seller. */
  readonly events: readonly string[];
}

/** Items of a type, as coupons that are restricted to one of them need them. */
export interface CouponItems {
  /** Titles by id, also of items that are no longer on sale. */
  titlesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Named>>;
  /** Condition for an item that is on sale, by the column with its id. */
  isOnSale(id: Column): SQL;
}

/** Rule for who may buy. */
export interface BuyerRule {
  readonly identities: readonly Identity[];
  /** @returns the reason for which the buyer cannot buy the item; undefined when they can */
  check(db: Database, buyer: Buyer, offering: Offering): Promise<FailureReason | undefined>;
}

/**
 * A type of item that orders sell. A feature registers it ({@link Feature.purchasables}); the orders themselves know
 * nothing else about the item.
 */
export interface Purchasable {
  /** Lower-case name, as in the contract's `item.type`. */
  readonly type: string;
  readonly terms: PurchasableTerms;
  readonly whoMayBuy: BuyerRule;
  /** @throws {ApiFailure} when the item does not exist, or cannot be bought now */
  quote(db: Database, wanted: WantedItem, now: number): Promise<Offering | SoldAs>;
  /** Undefined when any number can be sold. */
  readonly reserve: SeatRule | undefined;
  readonly onPaid: PaymentRule;
  /** Delivers the item to the buyer. */
  fulfil(tx: Tx, order: OrderRow, now: number): Promise<void>;
  readonly payout: PayoutRule;
  readonly refund: RefundRule;
  readonly view: OrderDisplay;
  readonly notifications: OrderNotifications;
  /** Absent for a type to whose items no coupon is restricted. */
  readonly couponItems?: CouponItems;
  /** By default the lines have the name of the type as their kind, are called purchases, and come from `order` events. */
  readonly statement?: StatementRule;
}
