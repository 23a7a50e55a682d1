import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const coupons = pgTable('coupon', {
  id: bigId(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  kind: text('kind', { enum: ['percent', 'fixed'] }).notNull(),
  /** Percent or cents, by `kind`. */
  value: whole('value').notNull(),
  minCents: whole('min_cents').notNull().default(0),
  /** Type of the item that the coupon is restricted to; null, as its id, for any item. */
  itemType: text('item_type'),
  /** Id of that item within its type. */
  itemId: whole('item_id'),
  total: integer('total').notNull(),
  claimed: integer('claimed').notNull().default(0),
  startsAt: at('starts_at').notNull(),
  endsAt: at('ends_at').notNull(),
  /** Code that claims the coupon; without one, everybody can claim it. */
  code: text('code'),
  /** Mentor who issues it; null for the site. */
  issuerId: whole('issuer_id'),
  /** Time after which it can no longer be claimed. */
  stoppedAt: at('stopped_at'),
  createdAt: at('created_at').notNull(),
});
export type CouponRow = typeof coupons.$inferSelect;

export const couponMembers = pgTable('coupon_member', {
  id: bigId(),
  couponId: whole('coupon_id').notNull(),
  memberId: whole('member_id').notNull(),
  state: text('state', { enum: ['usable', 'locked', 'used'] })
    .notNull()
    .default('usable'),
  /** Order that reserves or has used the coupon. */
  orderId: whole('order_id'),
  claimedAt: at('claimed_at').notNull(),
});

export const orders = pgTable('orders', {
  id: bigId(),
  orderNo: text('order_no').notNull(),
  buyerId: whole('buyer_id').notNull(),
  /** Registered type of the item. */
  itemType: text('item_type').notNull(),
  /** Id of the item within its type; null for a type that has a single item. */
  itemId: whole('item_id'),
  /** Variant of the item; empty for an item without variants. */
  sku: text('sku').notNull().default(''),
  quantity: integer('quantity').notNull().default(1),
  /** Key of the cover at the time of the order; empty for none. */
  cover: text('cover').notNull().default(''),
  /** Stock that the order takes from, such as `course 7`; null for an item without one. */
  stockKey: text('stock_key'),
  /** True when a buyer has at most one order in force of the stock. */
  oncePerBuyer: boolean('once_per_buyer').notNull().default(false),
  /** Member who earns from the order; null for none. */
  sellerId: whole('seller_id'),
  /** Titles at the time of the order. */
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull().default(''),
  amountCents: whole('amount_cents').notNull(),
  couponOffCents: whole('coupon_off_cents').notNull().default(0),
  pointOffCents: whole('point_off_cents').notNull().default(0),
  payableCents: whole('payable_cents').notNull(),
  /** The platform's share of the payment. */
  feeCents: whole('fee_cents').notNull().default(0),
  status: text('status', { enum: ['pending', 'paid', 'cancelled', 'refunding', 'refunded', 'settled'] })
    .notNull()
    .default('pending'),
  channel: text('channel').notNull().default(''),
  cancelReason: text('cancel_reason').notNull().default(''),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  paidAt: at('paid_at'),
  /** Time at which the earnings are released; null until it is known. */
  releaseAt: at('release_at'),
  /**
   * End of the period in which a backer can ask for a refund because the lessons are overdue; null while they are not.
   */
  refundableUntil: at('refundable_until'),
  closedAt: at('closed_at'),
  /** Time at which the buyer hid the order. */
  hiddenAt: at('hidden_at'),
  /** True when the backer's name is public. */
  isNamed: boolean('is_named').notNull().default(false),
});
export type OrderRow = typeof orders.$inferSelect;

export const payments = pgTable('payment', {
  id: bigId(),
  orderId: whole('order_id').notNull(),
  channel: text('channel').notNull(),
  /** Identifies the attempt at the provider. */
  outNo: text('out_no').notNull(),
  amountCents: whole('amount_cents').notNull(),
  state: text('state', { enum: ['created', 'succeeded', 'failed', 'refunded'] })
    .notNull()
    .default('created'),
  /** The provider's reference of the payment. */
  providerRef: text('provider_ref').notNull().default(''),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
});
export type PaymentRow = typeof payments.$inferSelect;

export const refunds = pgTable('refund', {
  id: bigId(),
  orderId: whole('order_id').notNull(),
  amountCents: whole('amount_cents').notNull(),
  reason: text('reason').notNull(),
  /** Keys of uploaded images. */
  images: jsonb('images').$type<readonly string[]>().notNull().default([]),
  state: text('state', { enum: ['applying', 'success', 'failed', 'cancelled'] })
    .notNull()
    .default('applying'),
  /** Reply of the back office. */
  answer: text('answer').notNull().default(''),
  appliedAt: at('applied_at').notNull(),
  decidedAt: at('decided_at'),
});
export type RefundRow = typeof refunds.$inferSelect;

export const payoutAccounts = pgTable('payout_account', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  bank: text('bank').notNull(),
  holder: text('holder').notNull(),
  /** The account number, encrypted. */
  noSealed: text('no_sealed').notNull(),
  last4: text('last4').notNull(),
  createdAt: at('created_at').notNull(),
  deletedAt: at('deleted_at'),
});

export const withdrawals = pgTable('withdrawal', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  scope: text('scope', { enum: ['user', 'mentor'] }).notNull(),
  accountId: whole('account_id').notNull(),
  amountCents: whole('amount_cents').notNull(),
  /** Fee of the bank, in cents. */
  feeCents: whole('fee_cents').notNull().default(0),
  status: text('status', { enum: ['applying', 'success', 'failed', 'cancelled'] })
    .notNull()
    .default('applying'),
  /** Reason of a failure. */
  reason: text('reason').notNull().default(''),
  appliedAt: at('applied_at').notNull(),
  decidedAt: at('decided_at'),
});
