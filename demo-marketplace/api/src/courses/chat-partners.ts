import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { chatAccounts, courses, enrollments, members } from '../db/schema/index.js';
import { isMentor } from './mentor-cards.js';

/**
 * Chat accounts by member id, of those among `ids` whom a member may write to: every mentor, the learners of the
 * member's own courses, and the member itself. Visitors (id 0) cannot write to anyone, and the accounts of staff are
 * excluded.
 */
export async function chatIdsFor(
  db: Database,
  memberId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (memberId === 0 || ids.length === 0) return new Map();
  const learners = db
    .select({ id: enrollments.memberId })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(eq(courses.mentorId, memberId), isNull(enrollments.endedAt)));
  const isOther = and(
    eq(members.isBanned, false),
    eq(members.isStaff, false),
    or(isMentor, inArray(members.id, learners)),
  );
  const rows = await db
    .select({ id: members.id, uid: chatAccounts.username })
    .from(members)
    .innerJoin(chatAccounts, and(eq(chatAccounts.memberId, members.id), isNotNull(chatAccounts.registeredAt)))
    .where(and(inArray(members.id, [...ids]), or(isOther, eq(members.id, memberId))));
  return new Map(rows.map(({ id, uid }) => [id, uid]));
}
