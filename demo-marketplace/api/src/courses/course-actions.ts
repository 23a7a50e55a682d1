import {
  enrollFree,
  FailureReason,
  getCourse,
  getFacets,
  getOutline,
  listCourses,
  listMyCourses,
  listRelated,
  type CourseChapter,
  type CourseInfo,
  type CourseUnit,
} from '@lectern/marketplace-contract';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import {
  captions,
  chapters,
  courseImages,
  courseQuestions,
  courses,
  crowdfunds,
  enrollments,
  follows,
  media,
  members,
  orders,
  units,
  unitProgress,
  type EnrollmentRow,
} from '../db/schema/index.js';
import { keptForVisitors, onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import { personOf } from '../http/person.js';
import type { Storage } from '../upload/storage.js';
import { cardsOf } from './cards.js';
import { unitsToContinue } from './continue-learning.js';
import { enroll } from './enrollment.js';
import { facetsOf } from './facets.js';
import { countCourses, findCourses, relatedTo } from './listing.js';
import { learnersOf } from './mentor-cards.js';
import { myCourses } from './my-courses.js';
import { readerOf, type Reader } from './reader.js';
import { courseSeatsLeft, reserveSeat } from './seats.js';
import type { ViewCounter } from './views.js';
import { findVisibleCourse, type VisibleCourse } from './visible.js';

const RELATED = 6;

async function enrollmentOf({ db, memberId }: Reader, courseId: number): Promise<EnrollmentRow | undefined> {
  if (memberId === 0) return undefined;
  const [row] = await db
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)));
  return row;
}

/** Everything about a course except its lessons. */
export async function infoOf(reader: Reader, { course, isMine }: VisibleCourse): Promise<CourseInfo> {
  const { db, storage, memberId, language } = reader;
  const [card] = await cardsOf(reader, [course]);
  if (card === undefined) throw new ApiFailure(FailureReason.NotFound);
  const images = await db
    .select({ key: courseImages.key })
    .from(courseImages)
    .where(eq(courseImages.courseId, course.id))
    .orderBy(asc(courseImages.sort));
  const spoken = await db
    .selectDistinct({ lang: captions.lang })
    .from(captions)
    .innerJoin(units, eq(units.mediaId, captions.mediaId))
    .where(eq(units.courseId, course.id))
    .orderBy(desc(captions.lang));
  // One statement instead of several: each round trip delays the page.
  const [about] = await db
    .select({
      intro: members.intro,
      clip: media.key,
      taught: db.$count(
        courses,
        and(eq(courses.mentorId, course.mentorId), eq(courses.status, 'approved'), isNull(courses.deletedAt)),
      ),
      asked: db.$count(courseQuestions, and(eq(courseQuestions.courseId, course.id), isNull(courseQuestions.hiddenAt))),
      followed: db.$count(follows, and(eq(follows.memberId, memberId), eq(follows.targetId, course.mentorId))),
      // Visitors have no orders, and their answer is kept while others order.
      backed:
        memberId === 0
          ? sql<number>`0`
          : db.$count(
              orders,
              and(
                ...[eq(orders.buyerId, memberId), eq(orders.itemId, course.id), eq(orders.itemType, 'crowdfund')],
                inArray(orders.status, ['paid', 'settled']),
              ),
            ),
    })
    .from(members)
    .leftJoin(media, and(eq(media.id, course.clipMediaId ?? 0), isNotNull(media.storedAt)))
    .where(eq(members.id, course.mentorId));
  const enrollment = await enrollmentOf(reader, course.id);
  const lists = (both: typeof course.learn): string[] => [
    ...(language === 'en' && both.en.length > 0 ? both.en : both.zh),
  ];
  const next = enrollment === undefined ? undefined : (await unitsToContinue(db, [enrollment.id])).get(enrollment.id);
  return {
    ...card,
    intro_html: inLanguage(language, course.introZh, course.introEn),
    learn: lists(course.learn),
    requirements: lists(course.requirements),
    audience: lists(course.audience),
    images: images.map(({ key }) => storage.urlOf(key)),
    captions: spoken.map(({ lang }) => lang),
    clip_url: storage.urlOf(about?.clip ?? ''),
    status: course.status,
    paused: course.isPaused,
    updated_at: isoOf(course.updatedAt),
    seats_left: await courseSeatsLeft(db, course, reader.now),
    mine: isMine,
    backed: (about?.backed ?? 0) > 0,
    followed: (about?.followed ?? 0) > 0,
    mentor_intro: about?.intro ?? '',
    mentor_learners: (await learnersOf(db, [course.mentorId])).get(course.mentorId) ?? 0,
    mentor_courses: about?.taught ?? 0,
    questions: about?.asked ?? 0,
    progress:
      enrollment === undefined
        ? null
        : {
            percent: enrollment.percent,
            completed: enrollment.completedAt !== null,
            unit_id: next === undefined ? '' : String(next.id),
            second: next?.second ?? 0,
          },
  };
}

/** Chapters with their lessons, each marked as open or locked for the reader. */
export async function outlineOf(reader: Reader, { course, isMine, isOwned }: VisibleCourse): Promise<CourseChapter[]> {
  const { db, language } = reader;
  const enrollment = await enrollmentOf(reader, course.id);
  const parts = await db
    .select()
    .from(chapters)
    .where(eq(chapters.courseId, course.id))
    .orderBy(asc(chapters.sort), asc(chapters.id));
  const lessons = await db
    .select()
    .from(units)
    .where(eq(units.courseId, course.id))
    .orderBy(asc(units.sort), asc(units.id));
  const learned =
    enrollment === undefined
      ? []
      : await db
          .select({ unitId: unitProgress.unitId })
          .from(unitProgress)
          .where(and(eq(unitProgress.enrollmentId, enrollment.id), isNotNull(unitProgress.doneAt)));
  const done = new Set(learned.map(({ unitId }) => unitId));
  const unitOf = (unit: (typeof lessons)[number]): CourseUnit => ({
    id: String(unit.id),
    title: inLanguage(language, unit.titleZh, unit.titleEn),
    type: unit.type,
    seconds: unit.seconds,
    preview: unit.isPreview,
    locked: !unit.isPreview && !isOwned && !isMine,
    done: done.has(unit.id),
  });
  return parts.map((chapter) => ({
    id: String(chapter.id),
    title: inLanguage(language, chapter.titleZh, chapter.titleEn),
    units: lessons.filter(({ chapterId }) => chapterId === chapter.id).map(unitOf),
  }));
}

/** Public and learner actions of courses: `/api/Course/{list,info,outline,related,enroll_free,my_list}`. */
export const courseActions = (storage: Storage, views: ViewCounter): readonly BoundAction[] => [
  ...publicActions(storage).map((bound) => keptForVisitors(bound)),
  courseAction(storage, views),
  ...learnerActions(storage),
];

/** The views of visitors are counted also when the answer is kept. */
const courseAction = (storage: Storage, views: ViewCounter): BoundAction =>
  keptForVisitors(
    onCall(getCourse, async ({ id }, call) => {
      const reader = readerOf(call, storage);
      const seen = await findVisibleCourse(call.db, Number(id), reader.memberId);
      const info = await infoOf(reader, seen);
      if (call.caller !== undefined && !seen.isMine) await views.count(seen.course.id, call.now);
      return info;
    }),
    (request, { now }) => views.count(Number(getCourse.request.parse(request).id), now),
  );

const publicActions = (storage: Storage): readonly BoundAction[] => [
  onCall(listCourses, async ({ page, limit, ...filter }, call) => {
    const reader = readerOf(call, storage);
    const rows = await findCourses(reader, filter, { page, limit });
    return { list: await cardsOf(reader, rows), total: await countCourses(reader, filter), page, limit };
  }),

  onCall(getFacets, (filter, call) => facetsOf(readerOf(call, storage), filter)),

  onCall(getOutline, async ({ id }, call) => {
    const reader = readerOf(call, storage);
    return outlineOf(reader, await findVisibleCourse(call.db, Number(id), reader.memberId));
  }),

  onCall(listRelated, async ({ id }, call) => {
    const reader = readerOf(call, storage);
    const { course } = await findVisibleCourse(call.db, Number(id), reader.memberId);
    return relatedTo(reader, course, RELATED);
  }),
];

const learnerActions = (storage: Storage): readonly BoundAction[] => [
  onMemberCall(enrollFree, async ({ id }, call) => {
    const memberId = personOf(call);
    const { isMine, isOwned } = await findVisibleCourse(call.db, Number(id), memberId);
    if (isMine) throw new ApiFailure(FailureReason.OwnCourse);
    if (isOwned) return {};
    await call.db.transaction(async (db) => {
      // Row lock: its mentor may raise the price at the same time.
      const [free] = await db
        .select({ id: courses.id })
        .from(courses)
        .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
        .where(
          and(
            eq(courses.id, Number(id)),
            eq(courses.priceCents, 0),
            or(isNull(crowdfunds.courseId), eq(crowdfunds.state, 'published')),
          ),
        )
        .for('update', { of: courses });
      if (free === undefined) throw new ApiFailure(FailureReason.NotFree);
      await enroll(db, { memberId, courseId: free.id, source: 'free', now: call.now });
      await reserveSeat(db, free.id);
    });
    call.say('enrolled');
    return {};
  }),

  onMemberCall(listMyCourses, async ({ tab, ...page }, call) => {
    personOf(call);
    return myCourses(readerOf(call, storage), tab, page);
  }),
];
