import {
  claimCoupon,
  CouponTab,
  getPoints,
  listCouponCenter,
  listCoupons,
  listPoints,
  POINTS_CAP_PERCENT,
  POINTS_PER_DOLLAR,
  POINTS_PER_SIGN_IN,
  redeemCoupon,
  signIn,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, gt, isNull, lte, ne, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { couponMembers, coupons, type CouponRow } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { inLanguage } from '../http/language.js';
import { personOf } from '../http/person.js';
import type { Language } from '../http/messages.js';
import type { Named } from '../messages/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { Throttle } from '../security/index.js';
import { claim, isGiven, redeem, type OwnCoupon } from './claims.js';
import { hasSignedIn, pointBalance, pointsListOf, signInToday } from './points.js';

/** Rate limit, because codes are short enough to be guessed with many attempts. */
const CODES_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
/** Maximum public coupons in one list, since mentors may issue any number. */
const CENTER_MAX = 100;
/** Value of one point, in cents. */
const POINT_CENTS = 1;

/** Titles by type and id. */
type Titles = ReadonlyMap<string, ReadonlyMap<number, Named>>;

async function titlesOf(db: Database, types: PurchasableTypes, rows: readonly CouponRow[]): Promise<Titles> {
  const titles = new Map<string, ReadonlyMap<number, Named>>();
  for (const { type, couponItems } of types.all) {
    const ids = rows.flatMap(({ itemType, itemId }) => (itemType === type && itemId !== null ? [itemId] : []));
    if (couponItems !== undefined && ids.length > 0) titles.set(type, await couponItems.titlesOf(db, ids));
  }
  return titles;
}

function factsOf(coupon: CouponRow, titles: Titles, language: Language) {
  const { itemType, itemId } = coupon;
  const item = titles.get(itemType ?? '')?.get(itemId ?? 0);
  return {
    title: inLanguage(language, coupon.titleZh, coupon.titleEn),
    kind: coupon.kind,
    value: coupon.value,
    min_cents: coupon.minCents,
    item_type: itemType ?? '',
    item_id: itemId === null ? '' : String(itemId),
    item_title: item === undefined ? '' : inLanguage(language, item.zh, item.en),
    starts_at: isoOf(coupon.startsAt),
    ends_at: isoOf(coupon.endsAt),
  };
}

async function ownView({ db, language }: MemberCall, types: PurchasableTypes, { id, coupon }: OwnCoupon) {
  return { id: String(id), ...factsOf(coupon, await titlesOf(db, types, [coupon]), language) };
}

function inTab(tab: CouponTab, now: number): SQL | undefined {
  switch (tab) {
    case CouponTab.Usable:
      return and(eq(couponMembers.state, 'usable'), gt(coupons.endsAt, now));
    case CouponTab.Used:
      return ne(couponMembers.state, 'usable');
    case CouponTab.Expired:
      return and(eq(couponMembers.state, 'usable'), lte(coupons.endsAt, now));
  }
}

/** Actions of coupons and points: `/api/Coupon/*` and `/api/Points/*`. */
export const couponActions = (throttle: Throttle, types: PurchasableTypes): readonly BoundAction[] => [
  onMemberCall(listCoupons, async ({ tab, page, limit }, { db, caller, now, language }) => {
    const wanted = and(eq(couponMembers.memberId, caller.member.id), inTab(tab, now));
    const from = eq(coupons.id, couponMembers.couponId);
    const [counted] = await db.select({ n: count() }).from(couponMembers).innerJoin(coupons, from).where(wanted);
    const rows = await db
      .select({ id: couponMembers.id, coupon: coupons })
      .from(couponMembers)
      .innerJoin(coupons, from)
      .where(wanted)
      .orderBy(desc(couponMembers.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const titles = await titlesOf(
      db,
      types,
      rows.map(({ coupon }) => coupon),
    );
    const list = rows.map(({ id, coupon }) => ({ id: String(id), ...factsOf(coupon, titles, language) }));
    return { list, total: counted?.n ?? 0, page, limit };
  }),

  onCall(listCouponCenter, async (_request, { db, caller, now, language }) => {
    const rows = await db
      .select({ coupon: coupons, claimedAt: couponMembers.claimedAt })
      .from(coupons)
      .leftJoin(
        couponMembers,
        and(eq(couponMembers.couponId, coupons.id), eq(couponMembers.memberId, caller?.member.id ?? 0)),
      )
      .where(and(isNull(coupons.code), isGiven(types, now)))
      .orderBy(desc(coupons.id))
      .limit(CENTER_MAX);
    const titles = await titlesOf(
      db,
      types,
      rows.map(({ coupon }) => coupon),
    );
    return rows.map(({ coupon, claimedAt }) => ({
      id: String(coupon.id),
      ...factsOf(coupon, titles, language),
      left: coupon.total - coupon.claimed,
      claimed: claimedAt !== null,
    }));
  }),

  onMemberCall(claimCoupon, async ({ id }, call) => {
    const mine = await claim(call.db, types, { id: Number(id), memberId: personOf(call), now: call.now });
    call.say('couponTaken');
    return ownView(call, types, mine);
  }),

  onMemberCall(redeemCoupon, async ({ code }, call) => {
    const memberId = personOf(call);
    await throttle.take([{ key: `coupon-code ${memberId}`, max: CODES_PER_HOUR, windowMs: HOUR_MS }], call.now);
    const mine = await redeem(call.db, types, { code, memberId, now: call.now });
    call.say('couponTaken');
    return ownView(call, types, mine);
  }),

  onMemberCall(getPoints, async (_request, { db, caller, now }) => ({
    balance: await pointBalance(db, caller.member.id),
    rate_cents: POINT_CENTS,
    cap_percent: POINTS_CAP_PERCENT,
    per_dollar: POINTS_PER_DOLLAR,
    per_sign_in: POINTS_PER_SIGN_IN,
    signed_in: await hasSignedIn(db, caller.member, now),
  })),

  onMemberCall(listPoints, async (paging, { db, caller, language }) =>
    pointsListOf(db, caller.member.id, paging, language),
  ),

  onMemberCall(signIn, async (_request, call) => {
    personOf(call);
    const { db, caller, now } = call;
    const gained = await db.transaction((tx) => signInToday(tx, caller.member, now));
    if (gained > 0) call.say('signedIn');
    return { gained, balance: await pointBalance(db, caller.member.id) };
  }),
];
