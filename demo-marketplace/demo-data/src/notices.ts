import { asc, desc, eq, gt, ne, and } from 'drizzle-orm';
import {
  courseQuestions,
  courses,
  members,
  notifications,
  notifyOfCourse,
  outbox,
  questionReplies,
  reviews,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import type { DemoPeople } from './members.js';

const DAY_MS = 86_400_000;
/** Age from which notifications are marked as read. */
const UNREAD_MS = 4 * DAY_MS;
const TOLD = 4;

const course = { id: courses.id, zh: courses.titleZh, en: courses.titleEn, mentorId: courses.mentorId };

/**
 * Writes notifications of the latest reviews and questions for the demo's mentor, and of replies for the demo's
 * learner.
 */
async function tellOfWords(db: Tx, { mentors: [mentor = 0], learner }: DemoPeople): Promise<void> {
  const isTheirs = eq(courses.mentorId, mentor);
  const said = await db
    .select({ name: members.name, text: reviews.content, star: reviews.star, at: reviews.createdAt, ...course })
    .from(reviews)
    .innerJoin(courses, eq(courses.id, reviews.courseId))
    .innerJoin(members, eq(members.id, reviews.memberId))
    .where(isTheirs)
    .orderBy(desc(reviews.createdAt))
    .limit(TOLD);
  for (const { name, text, star, at, id, zh, en } of said) {
    const params = { name, what: { zh, en }, reason: `${'★'.repeat(star)} ${text}`, id };
    await notifyOfCourse(db, { to: mentor, kind: 'review-added', params, now: at });
  }
  const asked = await db
    .select({ name: members.name, text: courseQuestions.content, at: courseQuestions.createdAt, ...course })
    .from(courseQuestions)
    .innerJoin(courses, eq(courses.id, courseQuestions.courseId))
    .innerJoin(members, eq(members.id, courseQuestions.memberId))
    .where(isTheirs)
    .orderBy(desc(courseQuestions.createdAt))
    .limit(TOLD);
  for (const { name, text, at, id, zh, en } of asked) {
    const params = { name, what: { zh, en }, reason: text, id };
    await notifyOfCourse(db, { to: mentor, kind: 'question-asked', params, now: at });
  }
  const answered = await db
    .select({ name: members.name, text: questionReplies.content, at: questionReplies.createdAt, ...course })
    .from(questionReplies)
    .innerJoin(courseQuestions, eq(courseQuestions.id, questionReplies.questionId))
    .innerJoin(courses, eq(courses.id, courseQuestions.courseId))
    .innerJoin(members, eq(members.id, questionReplies.memberId))
    .where(and(eq(courseQuestions.memberId, learner), ne(questionReplies.memberId, learner)));
  for (const { name, text, at, id, zh, en } of answered) {
    const params = { name, what: { zh, en }, reason: text, id };
    await notifyOfCourse(db, { to: learner, kind: 'question-answered', params, now: at });
  }
}

/** Marks old notifications as read, and deletes the mail about the demo's past. */
export async function seedNotices(db: Tx, people: DemoPeople, lastMail: number, now: number): Promise<void> {
  await tellOfWords(db, people);
  await db.delete(outbox).where(gt(outbox.id, lastMail));
  // Inserted in the order of the seeds, but listed by id: inserted again in the order of time.
  const told = await db.select().from(notifications).orderBy(asc(notifications.createdAt), asc(notifications.id));
  await db.delete(notifications);
  for (const { id: _former, readAt, ...row } of told) {
    const isOld = row.createdAt < now - UNREAD_MS;
    await db.insert(notifications).values({ ...row, readAt: readAt ?? (isOld ? row.createdAt : null) });
  }
}
