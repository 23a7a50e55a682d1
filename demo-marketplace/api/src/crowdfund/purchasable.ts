import {
  FailureReason,
  Identity,
  OrderItemType,
  OVERDUE_DAYS,
  PLATFORM_FEE_PERCENT,
} from '@lectern/marketplace-contract';
import { eq, sql } from 'drizzle-orm';
import {
  checkLearner,
  COURSE_BUSINESS,
  COURSE_SEATS,
  findForSale,
  notifyRefunded,
  notifyRefundRequested,
  revokeCourse,
  usageOf,
} from '../courses/index.js';
import type { Tx } from '../db/database.js';
import { crowdfunds, type OrderRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { pledgesOf, transfer } from '../ledger/index.js';
import { saleOf, type Purchasable } from '../purchasables/index.js';
import { findCampaign } from './lifecycle.js';
import { notify } from './notice-kinds.js';

/** True while a campaign accepts pledges. */
const takesPledges = (
  { state, startsAt, deadline }: { readonly state: string; readonly startsAt: number; readonly deadline: number },
  now: number,
): boolean => state === 'funding' && startsAt <= now && now < deadline;

/** A pledge to a campaign. Its money is held by the campaign, which releases or refunds it when it ends. */
export const CROWDFUND_PURCHASABLE: Purchasable = {
  type: OrderItemType.Crowdfund,
  terms: { feePercent: PLATFORM_FEE_PERCENT, isDiscountable: false, isPaidFromWallet: true, hasInvoice: true },
  whoMayBuy: { identities: [Identity.Person], check: checkLearner },

  async quote(db, wanted, now) {
    const { offering, crowdfund, priceCents } = await findForSale(db, wanted);
    if (crowdfund === null || !takesPledges(crowdfund, now)) throw new ApiFailure(FailureReason.NotForSale);
    return {
      ...{ ...offering, itemType: OrderItemType.Crowdfund, amountCents: crowdfund.earlyPriceCents },
      listCents: priceCents,
    };
  },

  reserve: COURSE_SEATS,

  onPaid: {
    async check(tx, { itemId: courseId }, now) {
      const campaign = await findCampaign(tx, courseId ?? 0);
      return campaign !== undefined && takesPledges(campaign, now) ? undefined : FailureReason.NotForSale;
    },
    book: ({ itemId: courseId, payableCents }, source) => ({
      business: 'pledge',
      postings: transfer(source, pledgesOf(courseId ?? 0), payableCents),
    }),
  },

  async fulfil(tx, { itemId: courseId, payableCents }) {
    const { reachedN, reachedCents } = crowdfunds;
    await tx
      .update(crowdfunds)
      .set({ reachedN: sql`${reachedN} + 1`, reachedCents: sql`${reachedCents} + ${payableCents}` })
      .where(eq(crowdfunds.courseId, courseId ?? 0));
  },

  payout: { releaseAt: () => Promise.resolve(null), isImmediate: false },
  refund: {
    days: OVERDUE_DAYS,
    until: ({ refundableUntil }) => refundableUntil ?? undefined,
    revoke: revokeCourse,
  },
  view: { hasPage: true, usageOf },
  statement: { ...COURSE_BUSINESS, events: ['pledge', 'pledge-settled'] },

  notifications: {
    paid: notifyPledged,
    refundRequested: notifyRefundRequested,
    refunded: notifyRefunded,
  },
};

async function notifyPledged(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const { name, ...params } = await saleOf(tx, order);
  await notify(tx, { to: order.buyerId, kind: 'pledge-paid', params, now });
  if (order.sellerId !== null) {
    await notify(tx, { to: order.sellerId, kind: 'pledge-received', params: { ...params, name }, now });
  }
}
