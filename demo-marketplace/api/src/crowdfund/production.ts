import { OVERDUE_DAYS } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { courses, crowdfunds, orders, type CourseRow, type CrowdfundRow } from '../db/schema/index.js';
import { notify } from './notice-kinds.js';
import { nameOf } from '../purchasables/index.js';
import { deliverCrowdfund, pledgesTo, refundCampaign, scheduleProduction } from './pledges.js';

const DAY_MS = 86_400_000;
/** Times of the reminders to the mentor, before the promised date. */
const REMINDERS_MS = [14 * DAY_MS, 3 * DAY_MS] as const;
/** Reason shown on the page of a campaign that was cancelled for overdue lessons. */
const OVERDUE_REASON = `課程逾期 ${OVERDUE_DAYS} 天仍未完成 / The lessons were ${OVERDUE_DAYS} days overdue.`;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Runs the due checks of a campaign in production and schedules the next: reminds the mentor before the promised date,
 * lets backers ask for refunds after it, and cancels the campaign with full refunds {@link OVERDUE_DAYS} later. Does
 * nothing for a campaign in another state.
 */
export async function checkProduction(db: Tx, courseId: number, now: number): Promise<void> {
  const [campaign] = await db.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId)).for('update');
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  if (campaign?.state !== 'producing' || course === undefined) return;
  // Lessons approved before the server recorded approvals of running campaigns.
  if (campaign.lessonsApprovedAt !== null) return deliverCrowdfund(db, { courseId, now });
  const runAt =
    campaign.cancelAt !== null
      ? await cancelOverdue(db, course, campaign.cancelAt, now)
      : now >= campaign.produceBy
        ? await openRefunds(db, course, campaign, now)
        : await remind(db, course, campaign, now);
  if (runAt !== undefined) await scheduleProduction(db, { courseId, runAt });
}

/** @returns the time of the next check; undefined when none is needed */
async function cancelOverdue(db: Tx, course: CourseRow, cancelAt: number, now: number) {
  if (now < cancelAt) return cancelAt;
  const { id: courseId, mentorId: to } = course;
  const notice = 'pledge-overdue-returned';
  await refundCampaign(db, { courseId, state: 'producing', reason: OVERDUE_REASON, notice, now });
  await notify(db, { to, kind: 'campaign-expired', params: { what: nameOf(course) }, now });
  return undefined;
}

async function openRefunds(db: Tx, course: CourseRow, { courseId, produceBy }: CrowdfundRow, now: number) {
  const cancelAt = now + OVERDUE_DAYS * DAY_MS;
  await db.update(crowdfunds).set({ cancelAt }).where(eq(crowdfunds.courseId, courseId));
  const params = { what: nameOf(course), date: dayOf(produceBy), id: courseId };
  await notify(db, { to: course.mentorId, kind: 'campaign-overdue', params, now });
  for (const { id, buyerId: to, payableCents: amount } of await pledgesTo(db, courseId)) {
    await db.update(orders).set({ refundableUntil: cancelAt }).where(eq(orders.id, id));
    await notify(db, { to, kind: 'pledge-overdue', params: { ...params, amount }, now });
  }
  return cancelAt;
}

async function remind(db: Tx, course: CourseRow, { courseId, produceBy, remindedAt }: CrowdfundRow, now: number) {
  const moments = REMINDERS_MS.map((before) => produceBy - before);
  const due = moments.findLast((moment) => moment <= now);
  if (due !== undefined && (remindedAt ?? 0) < due) {
    await db.update(crowdfunds).set({ remindedAt: now }).where(eq(crowdfunds.courseId, courseId));
    const params = { what: nameOf(course), date: dayOf(produceBy), id: courseId };
    await notify(db, { to: course.mentorId, kind: 'campaign-due', params, now });
  }
  return moments.find((moment) => moment > now) ?? produceBy;
}
