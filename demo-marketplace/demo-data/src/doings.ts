import { sql } from 'drizzle-orm';
import {
  courseQuestions,
  courses,
  enrollments,
  follows,
  likes,
  questionReplies,
  reviews,
  unitProgress,
  wishes,
  type Database,
} from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';
import { both } from './lessons.js';
import type { DemoPeople } from './members.js';
import type { SeededRandom } from './random.js';
import { AGREEMENTS, QUESTIONS, REVIEWS } from './words.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REVIEWS_WRITTEN = 300;
const QUESTIONS_ASKED = 60;
const PART = 500;

/** A random time after `from`, with more of them close to `now`. */
const after = (random: SeededRandom, from: number, now: number): number =>
  Math.floor(from + (now - from) * Math.sqrt(random.next()));

interface Seat {
  readonly memberId: number;
  readonly course: SeededCourse;
  readonly since: number;
}

async function seedSeats(
  db: Database,
  people: DemoPeople,
  list: readonly SeededCourse[],
  random: SeededRandom,
  now: number,
) {
  // Backers are the learners of crowdfunded courses.
  const made = list.filter(({ line }) => line?.fund === undefined);
  const seats: Seat[] = made.flatMap((course) => {
    const heat = course.line?.heat ?? 1;
    const own = random.stream(course.line?.title ?? '');
    return own
      .some(people.learners, Math.round(heat * 150))
      .map((memberId) => ({ memberId, course, since: after(own, course.publishedAt, now - HOUR_MS) }));
  });
  const rows = seats.map(({ memberId, course, since }) => {
    const own = random.stream(`${memberId} ${course.line?.title ?? ''}`);
    const percent = own.pick([0, 0, 8, 17, 25, 33, 50, 58, 75, 92, 100, 100]);
    const learnedAt = percent > 0 ? after(own, since, now) : null;
    return {
      ...{ memberId, courseId: course.id, createdAt: since, learnedAt, percent },
      source: course.priceCents === 0 ? ('free' as const) : ('order' as const),
      completedAt: percent === 100 ? learnedAt : null,
    };
  });
  for (let from = 0; from < rows.length; from += PART)
    await db
      .insert(enrollments)
      .values(rows.slice(from, from + PART))
      // A seat bought in the seeded market exists already.
      .onConflictDoNothing();
  return seats;
}

function reviewOf({ memberId, course, since }: Seat, random: SeededRandom, now: number) {
  const chance = random.next();
  const star = chance < 0.6 ? 5 : chance < 0.9 ? 4 : 3;
  const chapter = both(random.pick(course.line?.chapters ?? ['第一次上課|Your first lesson']));
  const text = random.pick(REVIEWS[star]);
  const isEnglish = /^[A-Z]/.test(text);
  const createdAt = after(random, since, now);
  const content = text.replace('{chapter}', isEnglish ? chapter.en : chapter.zh);
  return { courseId: course.id, memberId, star, content, createdAt, updatedAt: createdAt };
}

async function seedReviews(
  db: Database,
  seats: readonly Seat[],
  people: DemoPeople,
  random: SeededRandom,
  now: number,
) {
  const written = await db
    .insert(reviews)
    .values(random.some(seats, REVIEWS_WRITTEN).map((seat) => reviewOf(seat, random, now)))
    .returning({ id: reviews.id });
  const liked = written.flatMap(({ id }) =>
    random
      .some(people.learners, random.pick([0, 0, 0, 1, 2, 4, 9]))
      .map((memberId) => ({ type: 'review' as const, targetId: id, memberId })),
  );
  await db.insert(likes).values(liked);
}

async function seedQuestions(db: Database, seats: readonly Seat[], random: SeededRandom, now: number) {
  const asked = random.some(
    seats.filter(({ course }) => course.unitIds.length > 2),
    QUESTIONS_ASKED,
  );
  const rows = asked.map(({ memberId, course, since }, index) => {
    const [content, reply] = QUESTIONS[index % QUESTIONS.length] ?? ['', ''];
    // The last few questions are from today and have no reply yet.
    const isFresh = index >= QUESTIONS_ASKED - 6;
    const createdAt = isFresh ? now - random.between(1, 9) * HOUR_MS : after(random, since, now - DAY_MS);
    const values = {
      courseId: course.id,
      unitId: random.pick(course.unitIds),
      second: random.between(3, 34),
      memberId,
    };
    return { values: { ...values, content, createdAt }, mentorId: course.mentorId, reply: isFresh ? undefined : reply };
  });
  const written = await db
    .insert(courseQuestions)
    .values(rows.map(({ values }) => values))
    .returning({ id: courseQuestions.id });
  const replies = rows.flatMap(({ values, mentorId, reply }, index) => {
    if (reply === undefined) return [];
    const questionId = written[index]?.id ?? 0;
    const first = { questionId, memberId: mentorId, content: reply, createdAt: values.createdAt + 2 * HOUR_MS };
    const thanks = {
      questionId,
      memberId: values.memberId,
      content: random.pick(AGREEMENTS),
      createdAt: values.createdAt + 5 * HOUR_MS,
    };
    return random.next() < 0.3 ? [first, thanks] : [first];
  });
  await db.insert(questionReplies).values(replies);
}

/** Courses of the demo's learner with the share completed; all except the last were bought. */
const MINE = [
  { course: 1, share: 0.5 },
  { course: 16, share: 0.25 },
  { course: 11, share: 0.1 },
  { course: 19, share: 1 },
] as const;
const WISHED = [5, 8, 28, 34] as const;

async function seedLearner(db: Database, { learner, mentors }: DemoPeople, list: readonly SeededCourse[], now: number) {
  for (const [index, { course: at, share }] of MINE.entries()) {
    const course = list[at];
    if (course === undefined) continue;
    const done = course.unitIds.slice(0, Math.round(course.unitIds.length * share));
    const learnedAt = now - (index + 1) * 5 * HOUR_MS;
    const next = course.unitIds[done.length] ?? course.unitIds.at(-1) ?? null;
    const reached = {
      percent: Math.floor((done.length * 100) / course.unitIds.length),
      ...{ lastUnitId: next, lastSecond: share === 1 ? 0 : 12 },
      ...{ learnedAt, completedAt: share === 1 ? learnedAt : null },
    };
    const facts = { memberId: learner, courseId: course.id, createdAt: now - 30 * DAY_MS, source: 'free' as const };
    const [row] = await db
      .insert(enrollments)
      .values({ ...facts, ...reached })
      // A seat that was bought exists already.
      .onConflictDoUpdate({ target: [enrollments.memberId, enrollments.courseId], set: reached })
      .returning({ id: enrollments.id });
    const learned = done.map((unitId) => ({
      enrollmentId: row?.id ?? 0,
      unitId,
      play: 'seeded-play',
      step: 0,
      doneAt: learnedAt,
      updatedAt: learnedAt,
    }));
    if (learned.length > 0) await db.insert(unitProgress).values(learned);
  }
  const wished = WISHED.flatMap((at, index) => {
    const course = list[at];
    // The first course had its original price when it was added to the wish list.
    const fullCents = (course?.line?.original ?? 0) * 100;
    const priceCents = index === 0 ? fullCents : (course?.priceCents ?? 0);
    return course === undefined
      ? []
      : [
          {
            memberId: learner,
            type: 'course' as const,
            targetId: course.id,
            priceCents,
            createdAt: now - (index + 1) * DAY_MS,
          },
        ];
  });
  await db.insert(wishes).values(wished);
  await db
    .insert(follows)
    .values([1, 4, 7].map((at) => ({ memberId: learner, targetId: mentors[at] ?? 0, createdAt: now - at * DAY_MS })));
}

/** Course that the demo's learner has completed. */
export const FINISHED = 19;

/** Seeds enrollments, reviews, questions and wish lists. */
export async function seedDoings(
  db: Database,
  people: DemoPeople,
  list: readonly SeededCourse[],
  random: SeededRandom,
  now: number,
): Promise<void> {
  const seats = await seedSeats(db, people, list, random.stream('seats'), now);
  await seedReviews(db, seats, people, random.stream('reviews'), now);
  await seedQuestions(db, seats, random.stream('questions'), now);
  await db.insert(follows).values(
    people.mentors.flatMap((targetId, index) => {
      const own = random.stream(`followers ${index}`);
      return own
        .some(people.learners, 90 - index * 6)
        .map((memberId) => ({ memberId, targetId, createdAt: after(own, now - 200 * DAY_MS, now) }));
    }),
  );
  await seedLearner(db, people, list, now);
  // Computed from the inserted rows, so that the displayed counts match the data.
  await db.update(courses).set({
    learnersN: sql`(SELECT count(*) FROM enrollment e WHERE e.course_id = ${courses.id} AND e.ended_at IS NULL)`,
    ratingN: sql`(SELECT count(*) FROM review r WHERE r.course_id = ${courses.id})`,
    ratingSum: sql`(SELECT coalesce(sum(r.star), 0) FROM review r WHERE r.course_id = ${courses.id})`,
  });
}
