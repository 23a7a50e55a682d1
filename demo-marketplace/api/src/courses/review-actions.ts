import {
  addReview,
  deleteReview,
  FailureReason,
  FieldProblem,
  likeReview,
  listReviews,
  REVIEW_PERCENT,
  REVIEW_UNITS,
  UploadType,
  type Review,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { courses, enrollments, reviews, unitProgress, type ReviewRow } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { personOf } from '../http/person.js';
import type { Storage } from '../upload/storage.js';
import { briefsOf, NOBODY } from './cards.js';
import { countStars } from './hidden-content.js';
import { forgetLikes, likesOf, setLike } from '../targets/index.js';
import { offsetOf } from './listing.js';
import { notifyMentor } from './notices.js';
import { meanOf, readerOf, type Reader } from './reader.js';
import { findVisibleCourse } from './visible.js';

/** Returns true if a learner of the course has learned enough of it to review it. */
async function hasLearned(db: Database, memberId: number, courseId: number): Promise<boolean> {
  const [found] = await db
    .select({ percent: enrollments.percent, done: count(unitProgress.doneAt) })
    .from(enrollments)
    .leftJoin(unitProgress, eq(unitProgress.enrollmentId, enrollments.id))
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId)))
    .groupBy(enrollments.id);
  return found !== undefined && (found.percent >= REVIEW_PERCENT || found.done >= REVIEW_UNITS);
}

const STARS = [1, 2, 3, 4, 5] as const;

/** Public form of reviews, in the given order. */
export async function showReviews(reader: Reader, rows: readonly ReviewRow[]): Promise<Review[]> {
  const { db, storage, memberId } = reader;
  const writers = await briefsOf(
    db,
    storage,
    rows.map((row) => row.memberId),
  );
  const liked = await likesOf(
    reader,
    'review',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: String(row.id),
    member: writers.get(row.memberId) ?? NOBODY,
    star: row.star as Review['star'],
    content: row.content,
    images: row.images.map((key) => storage.urlOf(key)),
    ...liked(row.id),
    at: isoOf(row.updatedAt),
    mine: row.memberId === memberId,
    hidden: row.hiddenAt !== null,
  }));
}

async function onlyOne(reader: Reader, where: SQL | undefined): Promise<Review | null> {
  const [shown] = await showReviews(reader, await reader.db.select().from(reviews).where(where).limit(1));
  return shown ?? null;
}

/** Actions of course reviews: `/api/Course/review_*`. */
export const reviewActions = (storage: Storage): readonly BoundAction[] => [
  onCall(listReviews, async ({ id, star, ...page }, call) => {
    const reader = readerOf(call, storage);
    const { db, memberId } = reader;
    const { course, isOwned, isMine } = await findVisibleCourse(db, Number(id), memberId);
    const ofCourse = eq(reviews.courseId, course.id);
    const shown = and(ofCourse, isNull(reviews.hiddenAt));
    const spread = await db.select({ star: reviews.star, n: count() }).from(reviews).where(shown).groupBy(reviews.star);
    const histogram = STARS.map((one) => spread.find((row) => row.star === one)?.n ?? 0);
    const ratings = histogram.reduce((sum, n) => sum + n, 0);
    const rows = await db
      .select()
      .from(reviews)
      .where(and(shown, star === undefined ? undefined : eq(reviews.star, star)))
      .orderBy(desc(reviews.updatedAt), desc(reviews.id))
      .limit(page.limit)
      .offset(offsetOf(page));
    const own = await onlyOne(reader, and(ofCourse, eq(reviews.memberId, memberId)));
    const isLearner = isOwned && !isMine;
    const isReady = isLearner && (own !== null || (await hasLearned(db, memberId, course.id)));
    return {
      list: await showReviews(reader, rows),
      total: star === undefined ? ratings : (histogram[star - 1] ?? 0),
      ...page,
      summary: {
        rating: meanOf(
          histogram.reduce((sum, n, index) => sum + n * (index + 1), 0),
          ratings,
        ),
        ratings,
        histogram,
      },
      own,
      may_review: isLearner && isReady,
      needs_progress: isLearner && !isReady,
    };
  }),

  onMemberCall(addReview, async ({ course_id, star, content, images: given }, call) => {
    const memberId = personOf(call);
    const courseId = Number(course_id);
    const { course, isMine, isOwned } = await findVisibleCourse(call.db, courseId, memberId);
    if (isMine || !isOwned) throw new ApiFailure(FailureReason.NotEnrolled);
    const theirs = and(eq(reviews.courseId, courseId), eq(reviews.memberId, memberId));
    await call.db.transaction(async (db) => {
      // Row lock: reviews of one course are serialised, so that its rating totals stay correct.
      await db.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update');
      const [former] = await db.select().from(reviews).where(theirs);
      if (former === undefined && !(await hasLearned(db, memberId, courseId))) {
        throw new ApiFailure(FailureReason.ProgressShort);
      }
      // The images are kept when the request leaves them out.
      const images = given ?? former?.images ?? [];
      for (const [index, key] of images.entries()) {
        const isGood = former?.images.includes(key) || (await storage.has(db, key, memberId, UploadType.Image));
        if (!isGood) throw badField(`images.${index}`, FieldProblem.Unknown);
      }
      const said = { star, content, images, updatedAt: call.now };
      if (former === undefined) {
        await db.insert(reviews).values({ courseId, memberId, ...said, createdAt: call.now });
        await notifyMentor(db, 'review-added', { course, call, text: `${'★'.repeat(star)} ${content}` });
      } else {
        await db.update(reviews).set(said).where(theirs);
      }
      // A hidden review stays hidden and does not count after an edit.
      if ((former?.hiddenAt ?? null) !== null) return;
      await countStars(db, courseId, star - (former?.star ?? 0), former === undefined ? 1 : 0);
    });
    call.say('saved');
    const written = await onlyOne(readerOf(call, storage), theirs);
    if (written === null) throw new ApiFailure(FailureReason.NotFound);
    return written;
  }),

  onMemberCall(deleteReview, async ({ id }, call) => {
    const memberId = personOf(call);
    const theirs = and(eq(reviews.id, Number(id)), eq(reviews.memberId, memberId));
    const [found] = await call.db.select({ courseId: reviews.courseId }).from(reviews).where(theirs);
    if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
    await call.db.transaction(async (db) => {
      await db.select({ id: courses.id }).from(courses).where(eq(courses.id, found.courseId)).for('update');
      // A hidden review cannot be deleted: writing it again would make it visible.
      const [gone] = await db
        .delete(reviews)
        .where(and(theirs, isNull(reviews.hiddenAt)))
        .returning();
      if (gone === undefined) throw new ApiFailure(FailureReason.StateChanged);
      await forgetLikes(db, 'review', gone.id);
      await countStars(db, gone.courseId, -gone.star, -1);
    });
    call.say('deleted');
    return {};
  }),

  onMemberCall(likeReview, async ({ id, on }, call) => {
    const [row] = await call.db
      .select({ courseId: reviews.courseId })
      .from(reviews)
      .where(and(eq(reviews.id, Number(id)), isNull(reviews.hiddenAt)));
    if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
    const reader = readerOf(call, storage);
    await findVisibleCourse(call.db, row.courseId, reader.memberId);
    return setLike(reader, 'review', Number(id), on);
  }),
];
