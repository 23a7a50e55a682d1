import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { announcements, auditLog, courses, members, type Database } from '@lectern/marketplace-api/seeding';
import { accountOf } from './members.js';
import type { Decided } from './story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of days with views. */
const DAYS = 90;
/** Number of decisions at the beginning of the audit log. */
const DECISIONS = 12;

const NEWS = [
  '大家好！週六晚上八點我會在課程問答區回覆問題，歡迎先把想問的寫下來。\nHello all! On Saturday at eight I answer questions in the Q&A; write yours down before.',
  '新的練習題已經放進最後一個單元，做完再看解答喔。\nNew exercises are in the last lesson; try them before you look at the answers.',
] as const;

/** Seeds traces of activity: views, completed lessons, announcements and the audit log. */
export async function seedTraces(db: Database, log: readonly Decided[], now: number): Promise<void> {
  const hour = Math.floor(now / HOUR_MS);
  // More views on some days than on others, deterministic.
  await db.execute(sql`
    INSERT INTO course_view (course_id, hour, n)
    SELECT course.id, ${hour} - 24 * day - course.id * 7 % 24, 2 + (course.id * 13 + day * day * 7) % 9
      + course.learners_n / 12
    FROM course CROSS JOIN generate_series(0, ${DAYS - 1}) AS day
    WHERE course.published_at IS NOT NULL AND course.published_at < ${now}::bigint - day * ${DAY_MS}::bigint
    ON CONFLICT DO NOTHING`);
  // The demo's learner has progress of their own.
  await db.execute(sql`
    INSERT INTO unit_progress (enrollment_id, unit_id, second, play, step, done_at, updated_at)
    SELECT e.id, u.id, 0, 'seed', 0, CASE WHEN u.place * 100 <= e.percent * u.all_of THEN e.learned_at END, e.learned_at
    FROM enrollment e
    JOIN (
      SELECT unit.id, unit.course_id,
        row_number() OVER (PARTITION BY unit.course_id ORDER BY chapter.sort, chapter.id, unit.sort, unit.id) AS place,
        count(*) OVER (PARTITION BY unit.course_id) AS all_of
      FROM unit JOIN chapter ON chapter.id = unit.chapter_id
    ) u ON u.course_id = e.course_id
    WHERE e.learned_at IS NOT NULL AND e.member_id <> ${await accountOf(db, 'learner')} AND (u.place - 1) * 100 <= e.percent * u.all_of
    ON CONFLICT DO NOTHING`);

  const taught = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.mentorId, await accountOf(db, 'mentor')), eq(courses.status, 'approved')))
    .orderBy(courses.id)
    .limit(NEWS.length);
  const told = taught.map(({ id }, index) => ({
    ...{ courseId: id, content: NEWS[index] ?? '', createdAt: now - (index + 2) * DAY_MS },
  }));
  if (told.length > 0) await db.insert(announcements).values(told);

  const [officer] = await db.select({ id: members.id }).from(members).where(eq(members.isStaff, true)).limit(1);
  const passed = await db
    .select({ id: courses.id, mentorId: courses.mentorId, publishedAt: courses.publishedAt })
    .from(courses)
    .where(and(eq(courses.status, 'approved'), isNotNull(courses.publishedAt)))
    .orderBy(courses.publishedAt, courses.id)
    .limit(DECISIONS);
  if (officer === undefined || passed.length === 0) return;
  const approved = passed.map(({ id, mentorId: memberId, publishedAt }): Decided => ({
    ...{ at: publishedAt ?? now, action: 'course-approved', target: `course:${id}`, memberId },
  }));
  // Inserted in the order of time, since the log is listed by id.
  const decided = [...approved, ...log].toSorted((one, other) => one.at - other.at);
  await db.insert(auditLog).values(
    decided.map(({ at, action, target, memberId, reason, about }) => ({
      ...{ at, actorId: officer.id, action, target, ip: '192.0.2.10', requestId: '' },
      details: {
        ...(memberId !== undefined && { member: `member:${memberId}` }),
        ...(reason !== undefined && { reason }),
        ...(about !== undefined && { about }),
      },
    })),
  );
}
