import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { QUANTITY_MAX, RECHARGE_MAX_CENTS, RECHARGE_MIN_CENTS, REFUND_IMAGES_MAX } from './constants.js';
import { FailureReason } from './envelope.js';
import { anyWords, id, line, listOf, moment, paging, words } from './fields.js';
import { invoiceView } from './invoices.js';
import { inWholeDollars } from './whole-dollars.js';

/** State of an order; `settled` means that the refund period has ended. */
export const OrderStatus = {
  Pending: 'pending',
  Paid: 'paid',
  Cancelled: 'cancelled',
  Refunding: 'refunding',
  Refunded: 'refunded',
  Settled: 'settled',
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** Types of items that orders sell today; features of the server register them, and others may follow. */
export const OrderItemType = {
  Course: 'course',
  Crowdfund: 'crowdfund',
  Recharge: 'recharge',
  /** Tickets of a live class or activity: its id, with the id of the ticket type as SKU. */
  Ticket: 'ticket',
} as const;
export type OrderItemType = (typeof OrderItemType)[keyof typeof OrderItemType];

/** Name of a registered type. */
export const itemType = z.string().check(z.regex(/^[a-z][a-z-]{0,30}$/));

/** Actions that the buyer may take on an order in its current state; pages offer exactly these. */
export const OrderAction = {
  Pay: 'pay',
  Cancel: 'cancel',
  Refund: 'refund',
  RefundCancel: 'refund_cancel',
  /** Opens the item. */
  Enter: 'enter',
  /** Opens the item in order to buy it again. */
  Reorder: 'reorder',
  Invoice: 'invoice',
  /** Hides the order from the buyer's list. */
  Delete: 'delete',
} as const;
export type OrderAction = (typeof OrderAction)[keyof typeof OrderAction];

/** State of a refund request. */
export const RefundState = {
  Applying: 'applying',
  Success: 'success',
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const;
export type RefundState = (typeof RefundState)[keyof typeof RefundState];

/** Whole cents, not negative. */
export const cents = z.int().check(z.nonnegative(), z.maximum(10_000_000_000));
/** Order number, 18 digits. */
export const orderNo = z.string().check(z.regex(/^\d{18}$/));

/** Item to order, of a type that the server has registered. A type says which of the fields it needs. */
const orderedItem = z.object({
  type: itemType,
  /** Id within the type, such as that of the course; a course with a campaign is sold as a pledge. */
  id: z.optional(id),
  /** Variant of the item; omitted for an item without variants. */
  sku: z.optional(line(64)),
  /** 1 when omitted. */
  quantity: z.optional(z.int().check(z.positive(), z.maximum(QUANTITY_MAX))),
  /** Amount of a recharge in cents, of whole dollars. */
  amount_cents: z.optional(z.int().check(z.minimum(RECHARGE_MIN_CENTS), z.maximum(RECHARGE_MAX_CENTS), inWholeDollars)),
});

const chosen = {
  item: orderedItem,
  /** A coupon of the member: `id` from `Coupon/list`. */
  coupon_id: z.optional(id),
  /** Points to spend, each worth one cent, in hundreds, so that the amount left to pay is in whole dollars. */
  points: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000_000))),
};

const lineItem = z.object({
  type: itemType,
  /** Id within the type; empty for a type with a single item, such as a recharge. */
  id: z.string(),
  /** Variant; empty for none. */
  sku: z.string(),
  quantity: z.number(),
  title: z.string(),
  /** Address of the image; empty for none. */
  cover: z.string(),
});

const sums = {
  amount_cents: z.number(),
  coupon_off_cents: z.number(),
  point_off_cents: z.number(),
  /** Amount left to pay, in cents. */
  payable_cents: z.number(),
};

/** Reason for which a coupon does not apply to an order. */
export const CouponProblem = {
  MinimumNotMet: 'minimum-not-met',
  OtherItem: 'other-item',
  NotStarted: 'not-started',
  NotHere: 'not-here',
} as const;
export type CouponProblem = (typeof CouponProblem)[keyof typeof CouponProblem];

const offeredCoupon = z.object({
  id: z.string(),
  title: z.string(),
  /** Discount on this order, in cents; 0 when the coupon cannot be used. */
  off_cents: z.number(),
  ends_at: moment,
  /** Null when the coupon can be used. */
  problem: z.nullable(z.enum(Object.values(CouponProblem))),
});

export const previewOrder = declare('/api/Order/preview', {
  access: Access.Member,
  summary: 'What an order would come to, and which coupons and how many points could be used.',
  request: z.object(chosen),
  response: z.object({
    item: lineItem,
    /** Price without the current discount of the seller, in cents; equal to `amount_cents` where there is none. */
    list_cents: z.number(),
    ...sums,
    coupons: z.array(offeredCoupon),
    /** Points balance of the member. */
    points: z.number(),
    /** Largest number of points that this order accepts. */
    point_max: z.number(),
  }),
  reasons: [
    FailureReason.WrongRole,
    FailureReason.NotFound,
    FailureReason.NotForSale,
    FailureReason.SoldOut,
    FailureReason.SaleNotOpen,
    FailureReason.SaleOver,
    FailureReason.TicketLimit,
    FailureReason.AlreadyOwned,
    FailureReason.CouponUnusable,
  ],
});

export const createOrder = declare('/api/Order/create', {
  access: Access.Member,
  summary: 'Orders; an order of the same thing that is not paid yet is cancelled. Nothing left to pay is paid at once.',
  request: z.object({ ...chosen, client_token: clientToken }),
  response: z.object({
    order_no: z.string(),
    status: z.enum(Object.values(OrderStatus)),
    payable_cents: z.number(),
    expires_at: moment,
    server_time: moment,
  }),
  reasons: [
    FailureReason.WrongRole,
    FailureReason.NotFound,
    FailureReason.NotForSale,
    FailureReason.SoldOut,
    FailureReason.SaleNotOpen,
    FailureReason.SaleOver,
    FailureReason.TicketLimit,
    FailureReason.HoldLimit,
    FailureReason.AlreadyOwned,
    FailureReason.CouponUnusable,
    FailureReason.ClientTokenReused,
  ],
  replay: Replay.Required,
});

/** Progress of the transfer after a refund was granted. */
export const RefundProgress = {
  /** The payment provider was asked to refund. */
  Sent: 'sent',
  /** The provider has completed the refund. */
  Settled: 'settled',
  /** The provider refused; the back office decides how the money is paid back. */
  Delayed: 'delayed',
  /** Credited to the wallet. */
  Wallet: 'wallet',
  /** Paid back manually, outside of the site. */
  Returned: 'returned',
} as const;
export type RefundProgress = (typeof RefundProgress)[keyof typeof RefundProgress];

const refundView = z.object({
  state: z.enum(Object.values(RefundState)),
  amount_cents: z.number(),
  reason: z.string(),
  /** Reply of the back office; empty until the request is decided. */
  answer: z.string(),
  applied_at: moment,
  decided_at: z.nullable(moment),
});

/** An order, as its buyer sees it. */
export const orderView = z.object({
  order_no: z.string(),
  status: z.enum(Object.values(OrderStatus)),
  item: lineItem,
  /** The member who offers the item; null where the site itself does, and for a banned member. */
  seller: z.nullable(z.object({ id, name: z.string() })),
  ...sums,
  created_at: moment,
  /** Deadline of the payment. */
  expires_at: moment,
  paid_at: z.nullable(moment),
  /** Payment channel: `balance`, `card` or `mock`; `free` when there was nothing to pay; empty until paid. */
  channel: z.string(),
  /** End of the refund period; null when the order cannot be refunded. */
  refund_until: z.nullable(moment),
  refund: z.nullable(refundView),
  /** Progress of the refund transfer; null until a refund is granted. */
  refund_progress: z.nullable(z.enum(Object.values(RefundProgress))),
  invoice: z.nullable(invoiceView),
  actions: z.array(z.enum(Object.values(OrderAction))),
});
export type OrderView = z.infer<typeof orderView>;

export const getOrderStatus = declare('/api/Order/status', {
  access: Access.Member,
  summary: 'Whether an order is paid, and until when it may be.',
  request: z.object({ order_no: orderNo }),
  response: z.object({
    status: z.enum(Object.values(OrderStatus)),
    expires_at: moment,
    server_time: moment,
    paid_at: z.nullable(moment),
  }),
  reasons: [FailureReason.NotFound],
});

export const getOrder = declare('/api/Order/info', {
  access: Access.Member,
  summary: 'One of the caller’s orders.',
  request: z.object({ order_no: orderNo }),
  response: z.extend(orderView, { server_time: moment }),
  reasons: [FailureReason.NotFound],
});

/** Tabs of the list of orders. */
export const OrderTab = { All: 'all', Pending: 'pending', Paid: 'paid', Refund: 'refund', Closed: 'closed' } as const;
export type OrderTab = (typeof OrderTab)[keyof typeof OrderTab];

export const listOrders = declare('/api/Order/list', {
  access: Access.Member,
  summary: 'The caller’s orders, the newest first.',
  request: z.object({
    tab: z.prefault(z.enum(Object.values(OrderTab)), OrderTab.All),
    /** Part of a title or of an order’s number. */
    keyword: z.prefault(anyWords(60), ''),
    ...paging,
  }),
  response: z.extend(listOf(orderView), { server_time: moment }),
});

export const cancelOrder = declare('/api/Order/cancel', {
  access: Access.Member,
  summary: 'Cancels an order that is not paid; its coupon and points come back.',
  request: z.object({ order_no: orderNo, reason: z.prefault(anyWords(200), '') }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

export const deleteOrder = declare('/api/Order/delete', {
  access: Access.Member,
  summary: 'Leaves an order that is cancelled or refunded out of the caller’s list; the books keep it.',
  request: z.object({ order_no: orderNo }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

export const previewRefund = declare('/api/Order/refund_preview', {
  access: Access.Member,
  summary: 'How much of an order would come back, and until when it can be asked for.',
  request: z.object({ order_no: orderNo }),
  response: z.object({
    refundable_cents: z.number(),
    /** Parts of the refund: cents through the payment provider, cents into the wallet, and points. */
    provider_cents: z.number(),
    wallet_cents: z.number(),
    points: z.number(),
    /** Fee kept from a refund, in cents; always 0. */
    fee_cents: z.number(),
    /** Length of the refund period in days after the payment, and its end. */
    days: z.number(),
    until: moment,
  }),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.RefundOver],
});

export const applyRefund = declare('/api/Order/refund_apply', {
  access: Access.Member,
  summary: 'Asks for the money of an order back, within seven days of paying; it goes back to where it came from.',
  request: z.object({
    order_no: orderNo,
    reason: words(300),
    /** Keys of uploaded documents, visible to the back office only. */
    images: z.prefault(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(REFUND_IMAGES_MAX)), []),
    client_token: clientToken,
  }),
  response: nothing,
  reasons: [
    FailureReason.NotFound,
    FailureReason.StateChanged,
    FailureReason.RefundOver,
    FailureReason.ClientTokenReused,
  ],
  replay: Replay.Required,
});

export const cancelRefund = declare('/api/Order/refund_cancel', {
  access: Access.Member,
  summary: 'Takes a request for the money back, while it is not decided.',
  request: z.object({ order_no: orderNo }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

/** Actions of this file. */
export const ORDERS_ACTIONS: readonly AnyAction[] = [
  previewOrder,
  createOrder,
  getOrderStatus,
  getOrder,
  listOrders,
  cancelOrder,
  applyRefund,
  cancelRefund,
  previewRefund,
  deleteOrder,
];
