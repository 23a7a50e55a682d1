import { FailureReason, OrderItemType, OrderStatus, REFUND_DAYS } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { enroll } from '../courses/index.js';
import type { Database, Tx } from '../db/database.js';
import { courses, crowdfunds, orders, type OrderRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { enqueue } from '../jobs/index.js';
import { AccountKind, FEES, moneyOf, moving, pledgesOf, post } from '../ledger/index.js';
import { notify } from './notice-kinds.js';
import {
  closeUnpaid,
  moveOrder,
  moveRefund,
  openRefundOf,
  refundPostings,
  settleLater,
  shareOf,
} from '../orders/index.js';
import { nameOf } from '../purchasables/index.js';
import { CAMPAIGN, findCampaign, moveCampaign } from './lifecycle.js';
import { notifyCampaignSettled } from './notices.js';
import { CROWDFUND_PURCHASABLE } from './purchasable.js';

/** Kind of the job that ends a campaign at its deadline. */
export const CROWDFUND_JOB = 'crowdfund-settle';
/** Kind of the job that monitors a campaign in production. */
export const PRODUCTION_JOB = 'crowdfund-production';
const DAY_MS = 86_400_000;

/** Schedules the end of a campaign at its deadline. */
export const scheduleCrowdfund = (
  db: Tx,
  { courseId, deadline }: { readonly courseId: number; readonly deadline: number },
): Promise<void> =>
  enqueue(db, {
    kind: CROWDFUND_JOB,
    payload: { courseId },
    runAt: deadline,
    uniqueKey: `${CROWDFUND_JOB} ${courseId} ${deadline}`,
  });

/** Schedules the next check of a campaign in production. */
export const scheduleProduction = (
  db: Tx,
  { courseId, runAt }: { readonly courseId: number; readonly runAt: number },
): Promise<void> =>
  enqueue(db, {
    kind: PRODUCTION_JOB,
    payload: { courseId },
    runAt,
    uniqueKey: `${PRODUCTION_JOB} ${courseId} ${runAt}`,
  });

/** Schedules the jobs of all campaigns that run or are in production. */
export async function scheduleCrowdfunds(db: Tx): Promise<void> {
  const going = await db
    .select()
    .from(crowdfunds)
    .where(inArray(crowdfunds.state, ['funding', 'producing']));
  for (const campaign of going) {
    const { courseId, settledAt } = campaign;
    if (campaign.state === 'funding') await scheduleCrowdfund(db, campaign);
    else await scheduleProduction(db, { courseId, runAt: settledAt ?? 0 });
  }
}

/** Active pledges of a campaign, in a fixed order that prevents deadlocks. */
export const pledgesTo = (db: Database, courseId: number): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.itemId, courseId),
        eq(orders.itemType, OrderItemType.Crowdfund),
        inArray(orders.status, [OrderStatus.Paid, OrderStatus.Refunding]),
      ),
    )
    .orderBy(asc(orders.buyerId), asc(orders.id));

/**
 * Ends a campaign at its deadline. When the target is reached, its pledges are booked for the mentor, frozen until
 * delivery, and the backers are enrolled; otherwise every pledge is refunded.
 */
export function settleCrowdfund(db: Tx, courseId: number, now: number): Promise<void> {
  return db.transaction(async (inner) => {
    const campaign = await findCampaign(inner, courseId);
    if (campaign?.state !== 'funding') return;
    if (campaign.deadline > now) return scheduleCrowdfund(inner, campaign);
    const reached = campaign.targetType === 'people' ? campaign.reachedN : campaign.reachedCents;
    const isReached = reached >= campaign.target;
    await moveCampaign(inner, courseId, isReached ? 'reach' : 'miss', { settledAt: now });
    const pledges = await pledgesTo(inner, courseId);
    for (const pledge of pledges) {
      await (isReached ? earn(inner, pledge, courseId, now) : giveBack(inner, pledge, courseId, now));
    }
    await notifyCampaignSettled(inner, { courseId, isReached, pledges, now });
    if (!isReached) return;
    if (campaign.lessonsApprovedAt === null) await scheduleProduction(inner, { courseId, runAt: now });
    else await deliverCrowdfund(inner, { courseId, now });
  });
}

async function earn(db: Tx, pledge: OrderRow, courseId: number, now: number): Promise<void> {
  const { orderNo, buyerId: memberId, sellerId, payableCents, feeCents } = pledge;
  const postings = moving([
    { account: pledgesOf(courseId), amount: -payableCents },
    { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: shareOf(pledge) },
    { account: FEES, amount: feeCents },
  ]);
  await post(db, { business: 'pledge-settled', businessId: orderNo, memo: '', at: now, postings });
  await enroll(db, { memberId, courseId, source: 'crowdfund', orderNo, now });
}

async function giveBack(db: Tx, pledge: OrderRow, courseId: number, now: number): Promise<void> {
  const { id, orderNo, payableCents } = pledge;
  await moveOrder(db, id, 'revoke', { closedAt: now });
  const postings = moving([
    { account: pledgesOf(courseId), amount: -payableCents },
    ...(await refundPostings(db, pledge, now)),
  ]);
  await post(db, { business: 'pledge-back', businessId: orderNo, memo: '', at: now, postings });
}

/** Refunds a pledge that is already booked for the mentor, whose course was not delivered. */
async function takeBack(db: Tx, pledge: OrderRow, now: number): Promise<void> {
  const { id, orderNo, sellerId, feeCents } = pledge;
  await moveOrder(db, id, 'revoke', { closedAt: now });
  const open = await openRefundOf(db, id);
  if (open !== undefined) await moveRefund(db, open.id, 'grant', { decidedAt: now });
  const postings = moving([
    { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: -shareOf(pledge) },
    { account: FEES, amount: -feeCents },
    ...(await refundPostings(db, pledge, now)),
  ]);
  await post(db, { business: 'refund', businessId: orderNo, memo: '', at: now, postings });
  await CROWDFUND_PURCHASABLE.refund.revoke(db, pledge, now);
}

export interface Cancelling {
  readonly courseId: number;
  /** Mentor who cancels the campaign. */
  readonly mentorId: number;
  readonly reason: string;
  readonly now: number;
}

/**
 * Cancels a campaign for its mentor, before its deadline or during production, and refunds all backers. Resolves with
 * the ids of the backers.
 *
 * @throws {ApiFailure} not-found for the course of another mentor, state-changed when the campaign has ended
 */
export async function cancelCampaign(db: Tx, { courseId, mentorId, reason, now }: Cancelling): Promise<number[]> {
  const [campaign] = await db
    .select({ state: crowdfunds.state })
    .from(crowdfunds)
    .innerJoin(courses, eq(courses.id, crowdfunds.courseId))
    .where(and(eq(crowdfunds.courseId, courseId), eq(courses.mentorId, mentorId), isNull(courses.deletedAt)))
    .for('update', { of: crowdfunds });
  if (campaign === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { state } = campaign;
  if (state !== 'funding' && state !== 'producing') throw CAMPAIGN.refusal(state, 'cancel');
  return refundCampaign(db, { courseId, state, reason, notice: 'pledge-cancelled', now });
}

interface RefundingCampaign {
  readonly courseId: number;
  /** State of the campaign, read for update. */
  readonly state: 'funding' | 'producing';
  /** Reason, shown on the campaign page. */
  readonly reason: string;
  /** Notification for the backers. */
  readonly notice: 'pledge-cancelled' | 'pledge-overdue-returned';
  readonly now: number;
}

/** Cancels a campaign and refunds every pledge. Resolves with the ids of the backers. */
export async function refundCampaign(
  db: Tx,
  { courseId, state, reason, notice, now }: RefundingCampaign,
): Promise<number[]> {
  await moveCampaign(db, courseId, 'cancel', { cancelReason: reason, settledAt: now });
  const pledges = await pledgesTo(db, courseId);
  for (const pledge of pledges) {
    const { buyerId: to, payableCents: amount } = pledge;
    await notify(db, { to, kind: notice, params: { what: nameOf(pledge), amount }, now });
    await (state === 'funding' ? giveBack(db, pledge, courseId, now) : takeBack(db, pledge, now));
  }
  const isUnpaid = and(
    eq(orders.itemId, courseId),
    eq(orders.itemType, OrderItemType.Crowdfund),
    eq(orders.status, OrderStatus.Pending),
  );
  for (const order of await db.select().from(orders).where(isUnpaid).orderBy(asc(orders.buyerId), asc(orders.id))) {
    await closeUnpaid(db, order, 'campaign-over', now);
  }
  return pledges.map(({ buyerId }) => buyerId);
}

/**
 * Records that a version with lessons was approved. A campaign in production is delivered with it; a campaign that
 * still runs is delivered when it has reached its target.
 */
export async function approveLessons(
  db: Tx,
  { courseId, now }: { readonly courseId: number; readonly now: number },
): Promise<void> {
  await db
    .update(crowdfunds)
    .set({ lessonsApprovedAt: now })
    .where(and(eq(crowdfunds.courseId, courseId), eq(crowdfunds.state, 'funding')));
  await deliverCrowdfund(db, { courseId, now });
}

/**
 * Marks a campaign as delivered: the course becomes an ordinary one, and the pledges are released to the mentor after
 * the refund period. Does nothing for a campaign that is not in production.
 */
export function deliverCrowdfund(
  db: Tx,
  { courseId, now }: { readonly courseId: number; readonly now: number },
): Promise<void> {
  return db.transaction(async (inner) => {
    const campaign = await findCampaign(inner, courseId);
    if (campaign === undefined || !CAMPAIGN.can(campaign.state, 'deliver')) return;
    await moveCampaign(inner, courseId, 'deliver');
    const releaseAt = now + REFUND_DAYS * DAY_MS;
    const pledges = await pledgesTo(inner, courseId);
    for (const { id, orderNo } of pledges) {
      await inner.update(orders).set({ releaseAt }).where(eq(orders.id, id));
      // Backers of an overdue campaign keep their right to a refund, since late lessons may be poor.
      await inner
        .update(orders)
        .set({ refundableUntil: releaseAt })
        .where(and(eq(orders.id, id), isNotNull(orders.refundableUntil)));
      await settleLater(inner, orderNo, releaseAt);
    }
    const [first] = pledges;
    if (first === undefined) return;
    const params = { what: nameOf(first), id: courseId };
    await notify(inner, { to: pledges.map(({ buyerId }) => buyerId), kind: 'pledge-delivered', params, now });
  });
}
