import { exportData } from '@lectern/marketplace-contract';
import { asc, eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import {
  certificates,
  courseQuestions,
  courses,
  enrollments,
  feedback,
  follows,
  lessonNotes,
  memberAccounts,
  notifications,
  orders,
  questionReplies,
  quizAttempts,
  reviews,
  unitProgress,
  wishes,
  withdrawals,
  type MemberRow,
} from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import type { Proofs } from '../login/index.js';
import type { Throttle } from '../security/index.js';

const ROWS_MAX = 10_000;
const MAX_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

/** Formats timestamp columns as ISO 8601. */
const withMoments = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('At') && typeof value === 'number' ? isoOf(value) : value,
    ]),
  );

/** Stored data of a member by kind, without data of other members and without secrets. */
async function dataOf(db: Database, member: MemberRow): Promise<Record<string, unknown>> {
  const { id } = member;
  const { name, certificateName, gender, birthday, intro, area, interests, locale, timezone, settings, createdAt } =
    member;
  const course = { titleZh: courses.titleZh, titleEn: courses.titleEn };
  const lists: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
    accounts: await db
      .select({
        channel: memberAccounts.channel,
        account: memberAccounts.account,
        verifiedAt: memberAccounts.verifiedAt,
      })
      .from(memberAccounts)
      .where(eq(memberAccounts.memberId, id)),
    orders: await db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(asc(orders.id)).limit(ROWS_MAX),
    courses: await db
      .select({ enrollment: enrollments, ...course })
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .where(eq(enrollments.memberId, id))
      .orderBy(asc(enrollments.id))
      .limit(ROWS_MAX)
      .then((rows) => rows.map(({ enrollment, ...titles }) => ({ ...enrollment, ...titles }))),
    learned: await db
      .select({ progress: unitProgress })
      .from(unitProgress)
      .innerJoin(enrollments, eq(enrollments.id, unitProgress.enrollmentId))
      .where(eq(enrollments.memberId, id))
      .orderBy(asc(unitProgress.enrollmentId), asc(unitProgress.unitId))
      .limit(ROWS_MAX)
      .then((rows) => rows.map(({ progress }) => progress)),
    quizzes: await db
      .select({ attempt: quizAttempts })
      .from(quizAttempts)
      .innerJoin(enrollments, eq(enrollments.id, quizAttempts.enrollmentId))
      .where(eq(enrollments.memberId, id))
      .orderBy(asc(quizAttempts.id))
      .limit(ROWS_MAX)
      .then((rows) => rows.map(({ attempt }) => attempt)),
    notes: await db
      .select()
      .from(lessonNotes)
      .where(eq(lessonNotes.memberId, id))
      .orderBy(asc(lessonNotes.id))
      .limit(ROWS_MAX),
    reviews: await db.select().from(reviews).where(eq(reviews.memberId, id)).orderBy(asc(reviews.id)).limit(ROWS_MAX),
    questions: await db
      .select()
      .from(courseQuestions)
      .where(eq(courseQuestions.memberId, id))
      .orderBy(asc(courseQuestions.id))
      .limit(ROWS_MAX),
    replies: await db
      .select()
      .from(questionReplies)
      .where(eq(questionReplies.memberId, id))
      .orderBy(asc(questionReplies.id))
      .limit(ROWS_MAX),
    certificates: await db
      .select({ no: certificates.no, payload: certificates.payload, issuedAt: certificates.issuedAt })
      .from(certificates)
      .where(eq(certificates.memberId, id))
      .orderBy(asc(certificates.id)),
    withdrawals: await db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.memberId, id))
      .orderBy(asc(withdrawals.id))
      .limit(ROWS_MAX),
    wishes: await db.select().from(wishes).where(eq(wishes.memberId, id)).limit(ROWS_MAX),
    follows: await db.select().from(follows).where(eq(follows.memberId, id)).limit(ROWS_MAX),
    feedback: await db
      .select()
      .from(feedback)
      .where(eq(feedback.memberId, id))
      .orderBy(asc(feedback.id))
      .limit(ROWS_MAX),
    notifications: await db
      .select()
      .from(notifications)
      .where(eq(notifications.memberId, id))
      .orderBy(asc(notifications.id))
      .limit(ROWS_MAX),
  };
  return {
    profile: withMoments({
      ...{ id, name, certificateName, gender, birthday, intro, area, interests, locale, timezone, settings, createdAt },
    }),
    ...Object.fromEntries(Object.entries(lists).map(([what, rows]) => [what, rows.map(withMoments)])),
  };
}

/** Action that exports a member's data; it requires a proof beyond the session. */
export const exportActions = (throttle: Throttle, proofs: Proofs): readonly BoundAction[] => [
  onMemberCall(exportData, async (proof, call) => {
    const { db, caller, now } = call;
    const { id } = caller.member;
    await proofs.check(call, proof);
    await throttle.take([{ key: `export ${id}`, max: MAX_PER_HOUR, windowMs: HOUR_MS }], now, db);
    const data = await dataOf(db, caller.member);
    return {
      filename: `lectern-${id}-${isoOf(now).slice(0, 10)}.json`,
      json: JSON.stringify({ exportedAt: isoOf(now), ...data }, undefined, 2),
    };
  }),
];
