import {
  deleteCourse,
  FailureReason,
  getManagedCourse,
  listManagedCourses,
  pauseCourse,
  previewCourse,
  recallCourse,
  resumeCourse,
  saveCourse,
  saveOutline,
  submitCourse,
  type CourseTab,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, isNull, notExists, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Tx } from '../db/database.js';
import { courseDrafts, courseImages, courses, crowdfunds, enrollments } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Storage } from '../upload/storage.js';
import { todoOf } from './documents.js';
import { COURSE, COURSE_COLUMNS, courseStateOf, type CourseState } from './lifecycle.js';
import { changeOf, createCourse, detailOf, open, saveBasics, saveChapters, type Opened } from './manage.js';
import { previewOf } from './preview.js';

const isDraft = (state: 'editing' | 'pending' | 'refused') => eq(courseDrafts.state, state);
const isFund = sql`(${crowdfunds.courseId} IS NOT NULL
  OR jsonb_typeof(${courseDrafts.document} -> 'basics' -> 'crowdfund') = 'object')`;

const TABS: Readonly<Record<CourseTab, SQL | undefined>> = {
  all: undefined,
  draft: or(eq(courses.status, 'draft'), and(eq(courses.status, 'approved'), isDraft('editing'))),
  pending: or(eq(courses.status, 'pending'), isDraft('pending')),
  approved: and(eq(courses.status, 'approved'), eq(courses.isPaused, false)),
  refused: or(eq(courses.status, 'refused'), isDraft('refused')),
  crowdfund: isFund,
  paused: and(eq(courses.status, 'approved'), eq(courses.isPaused, true)),
};

interface StateChange {
  /** Replaces the reason of the last refusal. */
  readonly refusal?: { readonly reason: string };
  readonly submittedAt: number | null;
  readonly now: number;
}

/** Writes the state of a course whose newest version its mentor submits or recalls. */
async function writeState(db: Tx, opened: Opened, next: CourseState, change: StateChange): Promise<void> {
  const { course, document } = opened;
  const { refusal, submittedAt, now: updatedAt } = change;
  const { status, version } = COURSE_COLUMNS[next];
  const row = { ...(version !== undefined && { state: version }), ...refusal, submittedAt, updatedAt };
  await db
    .insert(courseDrafts)
    .values({ courseId: course.id, document, ...row })
    .onConflictDoUpdate({ target: courseDrafts.courseId, set: row });
  // The version on sale is unchanged.
  if (status === course.status) return;
  const refuseReason = refusal && { refuseReason: refusal.reason };
  await db
    .update(courses)
    .set({ status, ...refuseReason, submittedAt, updatedAt })
    .where(eq(courses.id, course.id));
}

/** Actions of course editing: `/api/CourseManage/*`. */
export function courseManageActions(storage: Storage): readonly BoundAction[] {
  const stand = ({ course, draft }: Pick<Opened, 'course' | 'draft'>) => ({
    id: String(course.id),
    version: course.version,
    status: course.status,
    is_paused: course.isPaused,
    change: changeOf({ course, draft }),
  });

  /** Runs a state change of a course under its row lock. */
  const move = (call: MemberCall, id: string, run: (db: Tx, opened: Opened) => Promise<void>) =>
    call.db.transaction(async (db) => {
      const own = { mentorId: call.caller.member.id, id };
      await run(db, await open(db, own));
      return stand(await open(db, own));
    });

  const setPaused = async (call: MemberCall, id: string, isPaused: boolean) =>
    move(call, id, async (db, { course }) => {
      const moved = await db
        .update(courses)
        .set({ isPaused, updatedAt: call.now })
        .where(and(eq(courses.id, course.id), eq(courses.status, 'approved'), eq(courses.isPaused, !isPaused)))
        .returning({ id: courses.id });
      if (moved.length === 0) throw new ApiFailure(FailureReason.StateChanged);
      call.say(isPaused ? 'coursePaused' : 'courseResumed');
    });

  return [
    onMemberCall(listManagedCourses, async ({ tab = 'all', keyword = '', page, limit }, { db, caller, language }) => {
      const title = sql<string>`lower(${courses.titleZh} || ' ' || ${courses.titleEn})`;
      const where = and(
        eq(courses.mentorId, caller.member.id),
        isNull(courses.deletedAt),
        TABS[tab],
        keyword === '' ? undefined : sql`position(lower(${keyword}) IN ${title}) > 0`,
      );
      const [total] = await db
        .select({ n: count() })
        .from(courses)
        .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
        .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
        .where(where);
      const rows = await db
        .select({ course: courses, draft: courseDrafts, fund: crowdfunds, cover: courseImages.key })
        .from(courses)
        .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
        .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
        .leftJoin(courseImages, and(eq(courseImages.courseId, courses.id), eq(courseImages.sort, 0)))
        .where(where)
        .orderBy(desc(courses.updatedAt), desc(courses.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const list = rows.map(({ course, draft: found, fund, cover }) => {
        const draft = found ?? undefined;
        const basics = draft?.document.basics;
        const zh = basics?.title.zh ?? course.titleZh;
        const en = basics?.title.en ?? course.titleEn;
        const reached = fund?.targetType === 'people' ? fund.reachedN : (fund?.reachedCents ?? 0);
        return {
          id: String(course.id),
          title: language === 'en' ? en || zh : zh || en,
          cover: storage.urlOf(basics === undefined ? (cover ?? '') : (basics.images[0] ?? '')),
          status: course.status,
          is_paused: course.isPaused,
          change: changeOf({ course, draft }),
          refuse_reason: draft?.state === 'refused' ? draft.reason : course.refuseReason,
          price_cents: basics?.price_cents ?? course.priceCents,
          original_price_cents: basics?.original_price_cents ?? course.originalPriceCents,
          learners: course.learnersN,
          rating: course.ratingN === 0 ? 0 : course.ratingSum / course.ratingN,
          ratings: course.ratingN,
          crowdfund_percent: fund === null ? null : Math.floor((reached * 100) / fund.target),
          updated_at: isoOf(course.updatedAt),
        };
      });
      return { list, total: total?.n ?? 0, page, limit };
    }),

    onMemberCall(getManagedCourse, ({ id }, call) =>
      call.db.transaction(async (db) =>
        detailOf(db, storage, await open(db, { mentorId: call.caller.member.id, id }), call.now),
      ),
    ),

    onMemberCall(previewCourse, ({ id }, call) => previewOf(call, storage, id)),

    onMemberCall(saveCourse, ({ id, version, ...basics }, { db: pool, caller, now }) =>
      pool.transaction((db) => {
        const mentorId = caller.member.id;
        if (id === undefined) return createCourse(db, storage, { mentorId, basics, now });
        return saveBasics(db, storage, { own: { mentorId, id }, version, basics, now });
      }),
    ),

    onMemberCall(saveOutline, ({ id, version, chapters: list }, { db: pool, caller, now }) =>
      pool.transaction((db) => saveChapters(db, { own: { mentorId: caller.member.id, id }, version, list, now })),
    ),

    onMemberCall(submitCourse, ({ id }, call) =>
      move(call, id, async (db, opened) => {
        const next = COURSE.next(courseStateOf(opened), 'submit');
        const now = call.now;
        if (todoOf(opened.document, now).length > 0) throw new ApiFailure(FailureReason.CourseIncomplete);
        await writeState(db, opened, next, { refusal: { reason: '' }, submittedAt: now, now });
        call.say('courseSubmitted');
      }),
    ),

    onMemberCall(recallCourse, ({ id }, call) =>
      move(call, id, async (db, opened) => {
        const next = COURSE.next(courseStateOf(opened), 'recall');
        await writeState(db, opened, next, { submittedAt: null, now: call.now });
        call.say('courseRecalled');
      }),
    ),

    onMemberCall(pauseCourse, ({ id }, call) => setPaused(call, id, true)),
    onMemberCall(resumeCourse, ({ id }, call) => setPaused(call, id, false)),

    onMemberCall(deleteCourse, async ({ id }, call) => {
      await call.db.transaction(async (db) => {
        const { course } = await open(db, { mentorId: call.caller.member.id, id });
        const learners = db.select().from(enrollments).where(eq(enrollments.courseId, course.id));
        const pledges = db
          .select()
          .from(crowdfunds)
          .where(and(eq(crowdfunds.courseId, course.id), sql`${crowdfunds.reachedN} > 0`));
        const removed = await db
          .update(courses)
          .set({ deletedAt: call.now, updatedAt: call.now })
          .where(and(eq(courses.id, course.id), notExists(learners), notExists(pledges)))
          .returning({ id: courses.id });
        if (removed.length === 0) throw new ApiFailure(FailureReason.CourseInUse);
      });
      call.say('courseDeleted');
      return {};
    }),
  ];
}
