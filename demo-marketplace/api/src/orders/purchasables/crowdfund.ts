import { FailureReason, OrderItemType, OVERDUE_DAYS, PLATFORM_FEE_PERCENT } from '@lectern/marketplace-contract';
import { eq, sql } from 'drizzle-orm';
import { crowdfunds } from '../../db/schema/index.js';
import { pledgesOf, transfer } from '../../ledger/index.js';
import { findCampaign } from '../lifecycle.js';
import { revokeCourse } from './course.js';
import { notifyBuyerAndSeller } from './notices.js';
import type { Purchasable } from './purchasable.js';

/** True while a campaign accepts pledges. */
export const takesPledges = (
  { state, startsAt, deadline }: { readonly state: string; readonly startsAt: number; readonly deadline: number },
  now: number,
): boolean => state === 'funding' && startsAt <= now && now < deadline;

/** A pledge to a campaign. Its money is held by the campaign, which releases or refunds it when it ends. */
export const CROWDFUND_PURCHASABLE: Purchasable = {
  type: OrderItemType.Crowdfund,
  terms: { feePercent: PLATFORM_FEE_PERCENT, isDiscountable: false, isPaidFromWallet: true, hasInvoice: true },
  payout: { releaseAt: () => null, isImmediate: false },
  refund: {
    days: OVERDUE_DAYS,
    until: ({ refundableUntil }) => refundableUntil ?? undefined,
    revoke: revokeCourse,
  },

  async checkPayable(tx, { itemId: courseId }, now) {
    const campaign = await findCampaign(tx, courseId ?? 0);
    return campaign !== undefined && takesPledges(campaign, now) ? undefined : FailureReason.NotForSale;
  },

  book: ({ itemId: courseId, payableCents }, source) => ({
    business: 'pledge',
    postings: transfer(source, pledgesOf(courseId ?? 0), payableCents),
  }),

  async fulfil(tx, { itemId: courseId, payableCents }) {
    const { reachedN, reachedCents } = crowdfunds;
    await tx
      .update(crowdfunds)
      .set({ reachedN: sql`${reachedN} + 1`, reachedCents: sql`${reachedCents} + ${payableCents}` })
      .where(eq(crowdfunds.courseId, courseId ?? 0));
  },

  notifyPaid: (tx, order, now) =>
    notifyBuyerAndSeller(tx, order, { buyer: 'pledge-paid', seller: 'pledge-received' }, now),
};
