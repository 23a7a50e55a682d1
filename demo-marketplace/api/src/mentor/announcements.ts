import {
  announce,
  FailureReason,
  FieldProblem,
  listAnnouncements,
  messageBuyers,
  removeAnnouncement,
  type Announcement,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { findVisibleCourse } from '../courses/visible.js';
import type { Database, Tx } from '../db/database.js';
import { announcements, courses, enrollments, members, type CourseRow } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { notify } from './notice-kinds.js';
import type { Throttle } from '../security/index.js';
import type { Storage } from '../upload/storage.js';

const HOUR_MS = 3_600_000;
/** Protects learners from a flood of announcements. */
const MAX_PER_HOUR = 30;

/** A published course of the caller. @throws {ApiFailure} 404, and 409 when it was never on sale */
async function ownCourse({ db, caller }: MemberCall, id: string) {
  const [course] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, Number(id)), eq(courses.mentorId, caller.member.id), isNull(courses.deletedAt)));
  if (course === undefined) throw new ApiFailure(FailureReason.NotFound);
  if (course.publishedAt === null) throw new ApiFailure(FailureReason.StateChanged);
  return course;
}

const paramsOf = ({ id, titleZh, titleEn }: CourseRow, content: string) => ({
  ...{ what: { zh: titleZh, en: titleEn }, reason: content, id: String(id) },
});

/** Ids of the learners of a course, restricted to `among` when given. */
const learnersOf = async (db: Database, courseId: number, among?: readonly number[]): Promise<readonly number[]> => {
  const rows = await db
    .select({ id: enrollments.memberId })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, courseId),
        isNull(enrollments.endedAt),
        among === undefined ? undefined : inArray(enrollments.memberId, [...among]),
      ),
    );
  return rows.map(({ id }) => id);
};

/** Actions of announcements, for mentors and for their learners. */
export function announcementActions(storage: Storage, throttle: Throttle): readonly BoundAction[] {
  const brake = ({ db, caller, now }: MemberCall) =>
    throttle.take([{ key: `announce ${caller.member.id}`, max: MAX_PER_HOUR, windowMs: HOUR_MS }], now, db);

  async function toAll(call: MemberCall<Tx>, courseId: string, content: string) {
    const course = await ownCourse(call, courseId);
    await brake(call);
    await call.db.insert(announcements).values({ courseId: course.id, content, createdAt: call.now });
    const learners = await learnersOf(call.db, course.id);
    await notify(call.db, { to: learners, kind: 'announcement', params: paramsOf(course, content), now: call.now });
    call.say('announced');
    return { learners: learners.length };
  }

  async function toSome(call: MemberCall<Tx>, courseId: string, memberIds: readonly string[], content: string) {
    const course = await ownCourse(call, courseId);
    const wanted = [...new Set(memberIds.map(Number))];
    const learners = await learnersOf(call.db, course.id, wanted);
    if (learners.length < wanted.length) throw badField('member_ids', FieldProblem.Unknown);
    await brake(call);
    const row = { courseId: course.id, content, createdAt: call.now };
    await call.db.insert(announcements).values(learners.map((memberId) => ({ ...row, memberId })));
    await notify(call.db, { to: learners, kind: 'mentor-message', params: paramsOf(course, content), now: call.now });
    call.say('messaged');
    return { learners: learners.length };
  }

  return [
    onCall(listAnnouncements, async ({ id, page, limit }, { db, caller }) => {
      const memberId = caller?.member.id ?? 0;
      const { course, isMine } = await findVisibleCourse(db, Number(id), memberId);
      const seen = isMine ? undefined : or(isNull(announcements.memberId), eq(announcements.memberId, memberId));
      const where = and(eq(announcements.courseId, course.id), seen);
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(announcements).where(where);
      const rows = await db
        .select({ row: announcements, to: { id: members.id, name: members.name, key: members.headimgKey } })
        .from(announcements)
        .leftJoin(members, eq(members.id, announcements.memberId))
        .where(where)
        .orderBy(desc(announcements.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const list = rows.map(({ row, to }): Announcement => ({
        id: String(row.id),
        content: row.content,
        at: isoOf(row.createdAt),
        is_personal: row.memberId !== null,
        to: isMine && to !== null ? { id: String(to.id), name: to.name, headimg: storage.urlOf(to.key) } : null,
      }));
      return { list, total, page, limit };
    }),

    onMemberCall(announce, ({ course_id, content }, call) => toAll(call, course_id, content)),

    onMemberCall(messageBuyers, ({ course_id, member_ids, content }, call) =>
      member_ids === undefined ? toAll(call, course_id, content) : toSome(call, course_id, member_ids, content),
    ),

    onMemberCall(removeAnnouncement, async ({ id }, call) => {
      const mine = call.db
        .select({ id: courses.id })
        .from(courses)
        .where(and(eq(courses.mentorId, call.caller.member.id), isNull(courses.deletedAt)));
      const removed = await call.db
        .delete(announcements)
        .where(and(eq(announcements.id, Number(id)), inArray(announcements.courseId, mine)))
        .returning({ id: announcements.id });
      if (removed.length === 0) throw new ApiFailure(FailureReason.NotFound);
      call.say('deleted');
      return {};
    }),
  ];
}
