import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { FailureReason } from './envelope.js';
import { id, listOf, moment, paging, words } from './fields.js';

/** Tabs of the list of a member’s coupons. */
export const CouponTab = { Usable: 'usable', Used: 'used', Expired: 'expired' } as const;
export type CouponTab = (typeof CouponTab)[keyof typeof CouponTab];

/** Kind of discount. */
export const CouponKind = { Percent: 'percent', Fixed: 'fixed' } as const;
export type CouponKind = (typeof CouponKind)[keyof typeof CouponKind];

const couponFacts = {
  title: z.string(),
  kind: z.enum(Object.values(CouponKind)),
  /** Percent for `percent`, cents for `fixed`. */
  value: z.number(),
  /** Smallest price, in cents, that the coupon applies to. */
  min_cents: z.number(),
  /** The item that the coupon is restricted to: its type, its id within the type and its title; empty for any item. */
  item_type: z.string(),
  item_id: z.string(),
  item_title: z.string(),
  starts_at: moment,
  ends_at: moment,
};

/** A coupon that a member has; its `id` goes into orders. */
export const couponView = z.object({ id: z.string(), ...couponFacts });
export type CouponView = z.infer<typeof couponView>;

export const listCoupons = declare('/api/Coupon/list', {
  access: Access.Member,
  summary: 'The caller’s coupons; one that an unpaid order holds counts as used.',
  request: z.object({ tab: z.prefault(z.enum(Object.values(CouponTab)), CouponTab.Usable), ...paging }),
  response: listOf(couponView),
});

export const listCouponCenter = declare('/api/Coupon/center', {
  access: Access.Public,
  summary: 'Coupons that are given away.',
  request: nothing,
  response: z.array(
    z.object({
      id: z.string(),
      ...couponFacts,
      /** Number of coupons left. */
      left: z.number(),
      claimed: z.boolean(),
    }),
  ),
});

const claimReasons = [FailureReason.WrongRole, FailureReason.CouponGone, FailureReason.StateChanged];

export const claimCoupon = declare('/api/Coupon/claim', {
  access: Access.Member,
  summary: 'Takes one of the coupons that are given away; each member has one of a kind.',
  request: z.object({ id }),
  response: couponView,
  reasons: [FailureReason.NotFound, ...claimReasons],
});

export const redeemCoupon = declare('/api/Coupon/redeem', {
  access: Access.Member,
  summary: 'Takes the coupon of a code.',
  request: z.object({ code: words(40) }),
  response: couponView,
  reasons: claimReasons,
});

export const getPoints = declare('/api/Points/summary', {
  access: Access.Member,
  summary: 'How many points the caller has, and what they are worth.',
  request: nothing,
  response: z.object({
    balance: z.number(),
    /** Cents that one point is worth. */
    rate_cents: z.number(),
    /** Part of a price that points may pay, in percent. */
    cap_percent: z.number(),
    /** Points per settled dollar. */
    per_dollar: z.number(),
    /** Points for a daily check-in. */
    per_sign_in: z.number(),
    /** True when the member has checked in today, in the member's time zone. */
    signed_in: z.boolean(),
  }),
});

/** Reason of a change of points. */
export const PointsReason = {
  SignIn: 'sign-in',
  Earned: 'earned',
  Spent: 'spent',
  Returned: 'returned',
  Adjust: 'adjust',
} as const;
export type PointsReason = (typeof PointsReason)[keyof typeof PointsReason];

export const listPoints = declare('/api/Points/list', {
  access: Access.Member,
  summary: 'What the caller’s points came from and went into, the newest line first.',
  request: z.object(paging),
  response: listOf(
    z.object({
      id: z.string(),
      at: moment,
      reason: z.enum(Object.values(PointsReason)),
      /** Title of the course; empty when no course is concerned. */
      title: z.string(),
      amount: z.number(),
      balance_after: z.number(),
    }),
  ),
});

export const signIn = declare('/api/Points/signin', {
  access: Access.Member,
  summary: 'Points for calling in; once a day, where the member lives.',
  request: nothing,
  response: z.object({
    /** Points gained; 0 when the member had already checked in. */
    gained: z.number(),
    balance: z.number(),
  }),
  reasons: [FailureReason.WrongRole],
});

/** Actions of this file. */
export const COUPONS_ACTIONS: readonly AnyAction[] = [
  listCoupons,
  listCouponCenter,
  claimCoupon,
  redeemCoupon,
  getPoints,
  listPoints,
  signIn,
];
