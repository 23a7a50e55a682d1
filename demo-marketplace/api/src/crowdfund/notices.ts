import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { courses, type OrderRow } from '../db/schema/index.js';
import { notify } from './notice-kinds.js';
import { nameOf } from '../purchasables/index.js';

/** Notifies the mentor and the backers of the outcome of a campaign. */
export async function notifyCampaignSettled(
  db: Tx,
  {
    courseId,
    isReached,
    pledges,
    now,
  }: {
    readonly courseId: number;
    readonly isReached: boolean;
    readonly pledges: readonly OrderRow[];
    readonly now: number;
  },
): Promise<void> {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  if (course === undefined) return;
  const params = { what: nameOf(course), id: courseId };
  await notify(db, {
    ...{ to: course.mentorId, params, now },
    kind: isReached ? 'crowdfund-reached' : 'crowdfund-short',
  });
  if (isReached) {
    await notify(db, { to: pledges.map(({ buyerId }) => buyerId), kind: 'pledge-succeeded', params, now });
    return;
  }
  for (const { buyerId, payableCents: amount } of pledges) {
    await notify(db, { to: buyerId, kind: 'pledge-returned', params: { ...params, amount }, now });
  }
}
