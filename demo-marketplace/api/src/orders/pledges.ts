import { FailureReason, OrderItemType, OrderStatus, REFUND_DAYS } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { revokeRefunded } from '../certificates/index.js';
import { endEnrollment, enroll } from '../courses/index.js';
import type { Database } from '../db/database.js';
import { courses, crowdfunds, orders, type OrderRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { enqueue } from '../jobs/index.js';
import { AccountKind, FEES, moneyOf, moving, pledgesOf, post } from '../ledger/index.js';
import { notify } from '../messages/index.js';
import { nameOf, tellSettled } from './notices.js';
import { closeUnpaid, settleLater, shareOf } from './orders.js';
import { refundPostings } from './refund-transfers.js';

/** Kind of the job that ends a campaign. */
export const CROWDFUND_JOB = 'crowdfund-settle';
const DAY_MS = 86_400_000;

/** Has a campaign end at its deadline. Call it in the transaction that begins it, or moves its deadline. */
export const scheduleCrowdfund = (
  db: Database,
  { courseId, deadline }: { readonly courseId: number; readonly deadline: number },
): Promise<void> =>
  enqueue(db, {
    kind: CROWDFUND_JOB,
    payload: { courseId },
    runAt: deadline,
    uniqueKey: `${CROWDFUND_JOB} ${courseId} ${deadline}`,
  });

/** Has all campaigns end that run, whoever has begun them. */
export async function scheduleCrowdfunds(db: Database): Promise<void> {
  const running = await db.select().from(crowdfunds).where(eq(crowdfunds.state, 'funding'));
  for (const campaign of running) await scheduleCrowdfund(db, campaign);
}

/** Pledges that are paid, in one order everywhere, so that no two transactions wait for one another. */
const pledgesTo = (db: Database, courseId: number): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.courseId, courseId),
        eq(orders.itemType, OrderItemType.Crowdfund),
        eq(orders.status, OrderStatus.Paid),
      ),
    )
    .orderBy(asc(orders.buyerId), asc(orders.id));

/**
 * Ends a campaign whose deadline has come. Reached, its pledges are the mentor's once the course is there, and who
 * pledged may learn it; short, everybody has their money back.
 */
export function settleCrowdfund(db: Database, courseId: number, now: number): Promise<void> {
  return db.transaction(async (inner) => {
    const [campaign] = await inner.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId)).for('update');
    if (campaign === undefined || campaign.state !== 'funding') return;
    if (campaign.deadline > now) return scheduleCrowdfund(inner, campaign);
    const reached = campaign.targetType === 'people' ? campaign.reachedN : campaign.reachedCents;
    const isReached = reached >= campaign.target;
    await inner
      .update(crowdfunds)
      .set({ state: isReached ? 'producing' : 'failed', settledAt: now })
      .where(eq(crowdfunds.courseId, courseId));
    const pledges = await pledgesTo(inner, courseId);
    for (const pledge of pledges) {
      await (isReached ? earn(inner, pledge, courseId, now) : giveBack(inner, pledge, courseId, now));
    }
    await tellSettled(inner, { courseId, isReached, pledges, now });
  });
}

async function earn(db: Database, pledge: OrderRow, courseId: number, now: number): Promise<void> {
  const { orderNo, buyerId: memberId, sellerId, payableCents, feeCents } = pledge;
  const postings = moving([
    { account: pledgesOf(courseId), amount: -payableCents },
    { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: shareOf(pledge) },
    { account: FEES, amount: feeCents },
  ]);
  await post(db, { business: 'pledge-settled', businessId: orderNo, memo: '', at: now, postings });
  await enroll(db, { memberId, courseId, source: 'crowdfund', orderNo, now });
}

async function giveBack(db: Database, pledge: OrderRow, courseId: number, now: number): Promise<void> {
  const { id, orderNo, payableCents } = pledge;
  await db.update(orders).set({ status: OrderStatus.Refunded, closedAt: now }).where(eq(orders.id, id));
  const postings = moving([
    { account: pledgesOf(courseId), amount: -payableCents },
    ...(await refundPostings(db, pledge, now)),
  ]);
  await post(db, { business: 'pledge-back', businessId: orderNo, memo: '', at: now, postings });
}

/** The mentor has it already, and still owes the course for it. */
async function takeBack(db: Database, pledge: OrderRow, courseId: number, now: number): Promise<void> {
  const { id, orderNo, buyerId, sellerId, feeCents } = pledge;
  await db.update(orders).set({ status: OrderStatus.Refunded, closedAt: now }).where(eq(orders.id, id));
  const postings = moving([
    { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: -shareOf(pledge) },
    { account: FEES, amount: -feeCents },
    ...(await refundPostings(db, pledge, now)),
  ]);
  await post(db, { business: 'refund', businessId: orderNo, memo: '', at: now, postings });
  await endEnrollment(db, { memberId: buyerId, courseId, now });
  await revokeRefunded(db, { memberId: buyerId, courseId, now });
}

export interface Cancelling {
  readonly courseId: number;
  /** Who gives it up. */
  readonly mentorId: number;
  readonly reason: string;
  readonly now: number;
}

/**
 * Ends a campaign that its mentor gives up, before its deadline or while the course is made: all backers have their
 * money back. In the transaction of the call. Resolves with whom that concerns.
 *
 * @throws {ApiFailure} not-found for the course of somebody else, state-changed when there is nothing to give up
 */
export async function cancelCampaign(db: Database, { courseId, mentorId, reason, now }: Cancelling): Promise<number[]> {
  const [campaign] = await db
    .select({ state: crowdfunds.state })
    .from(crowdfunds)
    .innerJoin(courses, eq(courses.id, crowdfunds.courseId))
    .where(and(eq(crowdfunds.courseId, courseId), eq(courses.mentorId, mentorId), isNull(courses.deletedAt)))
    .for('update', { of: crowdfunds });
  if (campaign === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { state } = campaign;
  if (state !== 'funding' && state !== 'producing') throw new ApiFailure(FailureReason.StateChanged);
  await db
    .update(crowdfunds)
    .set({ state: 'cancelled', cancelReason: reason, settledAt: now })
    .where(eq(crowdfunds.courseId, courseId));
  const pledges = await pledgesTo(db, courseId);
  for (const pledge of pledges) {
    const { buyerId: to, titleZh: zh, titleEn: en, payableCents: amount } = pledge;
    await notify(db, { to, kind: 'pledge-cancelled', params: { what: { zh, en }, amount }, now });
    await (state === 'funding' ? giveBack(db, pledge, courseId, now) : takeBack(db, pledge, courseId, now));
  }
  const isUnpaid = and(
    eq(orders.courseId, courseId),
    eq(orders.itemType, OrderItemType.Crowdfund),
    eq(orders.status, OrderStatus.Pending),
  );
  for (const order of await db.select().from(orders).where(isUnpaid).orderBy(asc(orders.buyerId), asc(orders.id))) {
    await closeUnpaid(db, order, 'campaign-over', now);
  }
  return pledges.map(({ buyerId }) => buyerId);
}

/**
 * What was promised is there: the course is an ordinary one from now on, and the mentor may have its pledges when the
 * time for complaints is over. Does nothing for a campaign that does not wait for that.
 */
export function deliverCrowdfund(
  db: Database,
  { courseId, now }: { readonly courseId: number; readonly now: number },
): Promise<void> {
  return db.transaction(async (inner) => {
    const delivered = await inner
      .update(crowdfunds)
      .set({ state: 'published' })
      .where(and(eq(crowdfunds.courseId, courseId), eq(crowdfunds.state, 'producing')))
      .returning({ courseId: crowdfunds.courseId });
    if (delivered.length === 0) return;
    const releaseAt = now + REFUND_DAYS * DAY_MS;
    const pledges = await pledgesTo(inner, courseId);
    for (const { id, orderNo } of pledges) {
      await inner.update(orders).set({ releaseAt }).where(eq(orders.id, id));
      await settleLater(inner, orderNo, releaseAt);
    }
    const [first] = pledges;
    if (first === undefined) return;
    const params = { what: nameOf(first), id: courseId };
    await notify(inner, { to: pledges.map(({ buyerId }) => buyerId), kind: 'pledge-delivered', params, now });
  });
}
