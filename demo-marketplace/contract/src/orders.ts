import * as z from 'zod/mini';
import { Access, clientToken, declare, nothing, Replay } from './action.js';
import { RECHARGE_MAX_CENTS, RECHARGE_MIN_CENTS, REFUND_IMAGES_MAX } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyWords, id, listOf, moment, paging, words } from './fields.js';
import { invoiceView } from './invoices.js';

/** State of an order; `settled` is paid for good: nothing is given back any more. */
export const OrderStatus = {
  Pending: 'pending',
  Paid: 'paid',
  Cancelled: 'cancelled',
  Refunding: 'refunding',
  Refunded: 'refunded',
  Settled: 'settled',
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** What an order is for. */
export const OrderItemType = { Course: 'course', Crowdfund: 'crowdfund', Recharge: 'recharge' } as const;
export type OrderItemType = (typeof OrderItemType)[keyof typeof OrderItemType];

/** What the buyer may do with an order now; pages offer these and no others. */
export const OrderAction = {
  Pay: 'pay',
  Cancel: 'cancel',
  Refund: 'refund',
  RefundCancel: 'refund_cancel',
  /** To the course. */
  Enter: 'enter',
  /** To the course, to buy it again. */
  Reorder: 'reorder',
  Invoice: 'invoice',
  /** Not to see it any more. */
  Delete: 'delete',
} as const;
export type OrderAction = (typeof OrderAction)[keyof typeof OrderAction];

/** State of a request for the money back. */
export const RefundState = {
  Applying: 'applying',
  Success: 'success',
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const;
export type RefundState = (typeof RefundState)[keyof typeof RefundState];

/** Whole cents, 0 and more. */
export const cents = z.int().check(z.nonnegative(), z.maximum(10_000_000_000));
/** Number of an order, for people and programs. */
export const orderNo = z.string().check(z.regex(/^\d{18}$/));

/** What is bought: a course, which is a pledge while it is funded by its crowd, or money into the wallet. */
const orderedItem = z
  .object({
    type: z.enum([OrderItemType.Course, OrderItemType.Recharge]),
    /** The course; not for a recharge. */
    id: z.optional(id),
    /** For a recharge. */
    amount_cents: z.optional(z.int().check(z.minimum(RECHARGE_MIN_CENTS), z.maximum(RECHARGE_MAX_CENTS))),
  })
  .check(
    z.refine((item) => item.type === OrderItemType.Recharge || item.id !== undefined, {
      error: FieldProblem.Required,
      path: ['id'],
    }),
    z.refine((item) => item.type !== OrderItemType.Recharge || item.amount_cents !== undefined, {
      error: FieldProblem.Required,
      path: ['amount_cents'],
    }),
  );

const chosen = {
  item: orderedItem,
  /** A coupon that the member has: `id` of Coupon/list. */
  coupon_id: z.optional(id),
  /** Points to be used, each worth one cent. */
  points: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000_000))),
};

const lineItem = z.object({
  type: z.enum(Object.values(OrderItemType)),
  /** The course; empty for a recharge. */
  id: z.string(),
  title: z.string(),
  /** Address of the picture; empty for none. */
  cover: z.string(),
});

const sums = {
  amount_cents: z.number(),
  coupon_off_cents: z.number(),
  point_off_cents: z.number(),
  /** What is left to pay. */
  payable_cents: z.number(),
};

/** Why a coupon does not count for an order. */
export const CouponProblem = {
  MinimumNotMet: 'minimum-not-met',
  OtherCourse: 'other-course',
  NotStarted: 'not-started',
  NotHere: 'not-here',
} as const;
export type CouponProblem = (typeof CouponProblem)[keyof typeof CouponProblem];

const offeredCoupon = z.object({
  id: z.string(),
  title: z.string(),
  /** What it takes off this order; 0 when it cannot be used. */
  off_cents: z.number(),
  ends_at: moment,
  /** Null when it can be used. */
  problem: z.nullable(z.enum(Object.values(CouponProblem))),
});

export const previewOrder = declare('/api/Order/preview', {
  access: Access.Member,
  summary: 'What an order would come to, and which coupons and how many points could be used.',
  request: z.object(chosen),
  response: z.object({
    item: lineItem,
    ...sums,
    coupons: z.array(offeredCoupon),
    /** Points that the member has. */
    points: z.number(),
    /** As many may be used for this order. */
    point_max: z.number(),
  }),
  reasons: [
    FailureReason.WrongRole,
    FailureReason.NotFound,
    FailureReason.NotForSale,
    FailureReason.SoldOut,
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
    FailureReason.HoldLimit,
    FailureReason.AlreadyOwned,
    FailureReason.CouponUnusable,
    FailureReason.ClientTokenReused,
  ],
  replay: Replay.Required,
});

/** Where the money of a granted refund is. */
export const RefundProgress = {
  /** On its way back through the payment provider. */
  Sent: 'sent',
  /** The provider has paid it back. */
  Settled: 'settled',
  /** The provider refused; the back office decides how it is paid. */
  Delayed: 'delayed',
  /** In the wallet. */
  Wallet: 'wallet',
  /** Paid back by hand, outside of the site. */
  Returned: 'returned',
} as const;
export type RefundProgress = (typeof RefundProgress)[keyof typeof RefundProgress];

const refundView = z.object({
  state: z.enum(Object.values(RefundState)),
  amount_cents: z.number(),
  reason: z.string(),
  /** What the back office said; empty until then. */
  answer: z.string(),
  applied_at: moment,
  decided_at: z.nullable(moment),
});

/** An order as its buyer sees it. */
export const orderView = z.object({
  order_no: z.string(),
  status: z.enum(Object.values(OrderStatus)),
  item: lineItem,
  ...sums,
  created_at: moment,
  /** Until when it must be paid. */
  expires_at: moment,
  paid_at: z.nullable(moment),
  /** How it was paid: `balance`, `card`, `mock`; `free` for nothing to pay; empty until then. */
  channel: z.string(),
  /** Until when the money can be asked back; null when it cannot. */
  refund_until: z.nullable(moment),
  refund: z.nullable(refundView),
  /** Where the money of a refund is; null until one is granted. */
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
    /** How it comes back: cents through the payment provider, cents into the wallet, and points. */
    provider_cents: z.number(),
    wallet_cents: z.number(),
    points: z.number(),
    /** What is kept of it: nothing. */
    fee_cents: z.number(),
    /** Days after paying in which it can be asked for, and when they are over. */
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
    /** Keys of uploaded documents: the back office alone sees them. */
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
