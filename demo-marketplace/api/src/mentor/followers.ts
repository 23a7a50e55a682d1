import { and, eq, isNull, notExists } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { courses, crowdfunds, enrollments, follows, members, type CourseRow } from '../db/schema/index.js';
import { notify } from '../messages/index.js';

/** What of a course was there before it was published. */
export interface Former {
  readonly publishedAt: CourseRow['publishedAt'];
  /** State of its campaign; undefined for none. */
  readonly campaign: string | undefined;
}

/**
 * Tells those who follow a mentor of what has just become theirs to have: a course when it first is on sale, a campaign
 * when it begins. Who has the course already, as its backers have, hears of it otherwise.
 */
export async function notifyFollowers(db: Tx, courseId: number, former: Former, now: number): Promise<void> {
  const [found] = await db
    .select({ course: courses, campaign: crowdfunds, name: members.name })
    .from(courses)
    .innerJoin(members, eq(members.id, courses.mentorId))
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(eq(courses.id, courseId));
  if (found === undefined) return;
  const { course, campaign, name } = found;
  const isMade = campaign === null || campaign.state === 'published';
  const isDelivered = former.campaign === 'producing' && isMade;
  if (former.publishedAt !== null && !isDelivered) return;
  const has = db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(eq(enrollments.memberId, follows.memberId), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)),
    );
  const followers = await db
    .select({ id: follows.memberId })
    .from(follows)
    .innerJoin(members, eq(members.id, follows.memberId))
    .where(and(eq(follows.targetId, course.mentorId), eq(members.isBanned, false), notExists(has)))
    .orderBy(follows.memberId);
  const to = followers.map(({ id }) => id);
  const params = { name, what: { zh: course.titleZh, en: course.titleEn }, id: courseId };
  if (isMade) await notify(db, { to, kind: 'mentor-course', params, now });
  else await notify(db, { to, kind: 'mentor-campaign', params: { ...params, amount: campaign.earlyPriceCents }, now });
}
