import {
  askQuestion,
  FailureReason,
  FieldProblem,
  likeQuestion,
  listQuestions,
  replyQuestion,
  type CourseQuestion,
} from '@lectern/marketplace-contract';
import { and, asc, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { courseQuestions, courses, questionReplies, units, type CourseQuestionRow } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import { personOf } from '../http/person.js';
import type { Storage } from '../upload/storage.js';
import { briefsOf, NOBODY } from './cards.js';
import { isShownTo } from './hidden-content.js';
import { likesOf, setLike } from '../targets/index.js';
import { offsetOf } from './listing.js';
import { notifyMentor, notifyReply } from './notices.js';
import { readerOf, type Reader } from './reader.js';
import { findVisibleCourse } from './visible.js';

async function showQuestions(reader: Reader, rows: readonly CourseQuestionRow[]): Promise<CourseQuestion[]> {
  if (rows.length === 0) return [];
  const { db, storage, memberId, language } = reader;
  const ids = rows.map(({ id }) => id);
  const replies = await db
    .select()
    .from(questionReplies)
    .where(and(inArray(questionReplies.questionId, ids), isShownTo(questionReplies, memberId)))
    .orderBy(asc(questionReplies.id));
  const people = await briefsOf(
    db,
    storage,
    [...rows, ...replies].map((row) => row.memberId),
  );
  const lessons = await db
    .select({ id: units.id, zh: units.titleZh, en: units.titleEn })
    .from(units)
    .where(
      inArray(
        units.id,
        rows.map(({ unitId }) => unitId ?? 0),
      ),
    );
  const taught = await db
    .select({ id: courses.id, mentorId: courses.mentorId })
    .from(courses)
    .where(
      inArray(
        courses.id,
        rows.map(({ courseId }) => courseId),
      ),
    );
  const liked = await likesOf(reader, 'question', ids);
  return rows.map((row) => {
    const unit = lessons.find(({ id }) => id === row.unitId);
    const mentorId = taught.find(({ id }) => id === row.courseId)?.mentorId;
    return {
      id: String(row.id),
      member: people.get(row.memberId) ?? NOBODY,
      unit_id: unit === undefined ? ('' as const) : String(unit.id),
      unit_title: unit === undefined ? '' : inLanguage(language, unit.zh, unit.en),
      second: row.second,
      content: row.content,
      at: isoOf(row.createdAt),
      ...liked(row.id),
      mine: row.memberId === memberId,
      hidden: row.hiddenAt !== null,
      replies: replies
        .filter(({ questionId }) => questionId === row.id)
        .map((reply) => ({
          id: String(reply.id),
          member: people.get(reply.memberId) ?? NOBODY,
          by_mentor: reply.memberId === mentorId,
          content: reply.content,
          at: isoOf(reply.createdAt),
          mine: reply.memberId === memberId,
          hidden: reply.hiddenAt !== null,
        })),
    };
  });
}

async function questionOf(db: Database, id: number): Promise<CourseQuestionRow> {
  const [row] = await db
    .select()
    .from(courseQuestions)
    .where(and(eq(courseQuestions.id, id), isNull(courseQuestions.hiddenAt)));
  if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
  return row;
}

async function showOne(reader: Reader, row: CourseQuestionRow): Promise<CourseQuestion> {
  const [shown] = await showQuestions(reader, [row]);
  if (shown === undefined) throw new ApiFailure(FailureReason.NotFound);
  return shown;
}

/** Actions of questions about courses: `/api/Course/qa_*`. */
export const questionActions = (storage: Storage): readonly BoundAction[] => [
  onCall(listQuestions, async ({ course_id, unit_id, ...page }, call) => {
    const reader = readerOf(call, storage);
    const { course, isMine, isOwned } = await findVisibleCourse(call.db, Number(course_id), reader.memberId);
    const where = and(
      eq(courseQuestions.courseId, course.id),
      isShownTo(courseQuestions, reader.memberId),
      unit_id === undefined ? undefined : eq(courseQuestions.unitId, Number(unit_id)),
    );
    const rows = await call.db
      .select()
      .from(courseQuestions)
      .where(where)
      .orderBy(desc(courseQuestions.id))
      .limit(page.limit)
      .offset(offsetOf(page));
    const [counted] = await call.db.select({ n: count() }).from(courseQuestions).where(where);
    return {
      list: await showQuestions(reader, rows),
      total: counted?.n ?? 0,
      ...page,
      may_ask: isOwned && !isMine,
      may_reply: isOwned || isMine,
    };
  }),

  onMemberCall(askQuestion, async ({ course_id, unit_id, second, content }, call) => {
    const memberId = personOf(call);
    const { course, isMine, isOwned } = await findVisibleCourse(call.db, Number(course_id), memberId);
    if (isMine || !isOwned) throw new ApiFailure(FailureReason.NotEnrolled);
    const unitId = unit_id === undefined ? null : Number(unit_id);
    if (unitId !== null) {
      const isOfCourse = and(eq(units.id, unitId), eq(units.courseId, course.id));
      const found = await call.db.select({ id: units.id }).from(units).where(isOfCourse);
      if (found.length === 0) throw badField('unit_id', FieldProblem.Unknown);
    }
    const row = await call.db.transaction(async (db) => {
      const [made] = await db
        .insert(courseQuestions)
        .values({
          ...{ courseId: course.id, unitId, memberId, content, createdAt: call.now },
          // A second has no meaning without a lesson.
          second: unitId === null ? null : (second ?? null),
        })
        .returning();
      if (made === undefined) throw new Error('a question was not written');
      await notifyMentor(db, 'question-asked', { course, call, text: content });
      return made;
    });
    call.say('asked');
    return showOne(readerOf(call, storage), row);
  }),

  onMemberCall(replyQuestion, async ({ id, content }, call) => {
    const memberId = call.caller.member.id;
    const row = await questionOf(call.db, Number(id));
    const { course, isMine, isOwned } = await findVisibleCourse(call.db, row.courseId, memberId);
    if (!isMine && !isOwned) throw new ApiFailure(FailureReason.NotEnrolled);
    await call.db.transaction(async (db) => {
      await db.insert(questionReplies).values({ questionId: row.id, memberId, content, createdAt: call.now });
      await notifyReply(db, row, { course, call, text: content });
    });
    call.say('replied');
    return showOne(readerOf(call, storage), row);
  }),

  onMemberCall(likeQuestion, async ({ id, on }, call) => {
    const row = await questionOf(call.db, Number(id));
    const reader = readerOf(call, storage);
    await findVisibleCourse(call.db, row.courseId, reader.memberId);
    return setLike(reader, 'question', row.id, on);
  }),
];
