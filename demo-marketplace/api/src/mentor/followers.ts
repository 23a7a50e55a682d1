import { and, eq, isNull, notExists } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { courses, crowdfunds, enrollments, follows, members, type CourseRow } from '../db/schema/index.js';
import { notify } from './notice-kinds.js';

/** State of a course before it was published. */
export interface Former {
  readonly publishedAt: CourseRow['publishedAt'];
  /** State of its campaign; undefined without one. */
  readonly campaign: string | undefined;
}

/**
 * Notifies the followers of a mentor when a course is first on sale, or when a campaign begins. Members who already
 * have the course, such as its backers, receive other notifications.
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
