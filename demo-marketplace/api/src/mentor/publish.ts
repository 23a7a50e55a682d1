import { FailureReason, type CourseBasics } from '@lectern/marketplace-contract';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { searchVector } from '../courses/index.js';
import type { Tx } from '../db/database.js';
import {
  chapters,
  courseDrafts,
  courseImages,
  courses,
  crowdfunds,
  members,
  units,
  type CourseDocument,
  type CourseRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Decision } from './applications.js';
import { approveLessons, scheduleCrowdfund } from '../crowdfund/index.js';
import { crowdfundOf, filesOf, keysOf } from './documents.js';
import { notifyFollowers } from './followers.js';
import { COURSE, COURSE_COLUMNS, courseStateOf } from './lifecycle.js';

interface Files {
  readonly idOf: (key: string) => number | null;
  readonly secondsOf: (key: string) => number;
}

/** An English course without a Chinese title uses its English title for both. */
const firstOf = (zh: string, en: string): string => (zh === '' ? en : zh);

async function writeOutline(db: Tx, courseId: number, { chapters: list }: CourseDocument, files: Files) {
  const keptUnits: number[] = [];
  const keptChapters: number[] = [];
  let seconds = 0;
  for (const [sort, chapter] of list.entries()) {
    const row = { courseId, titleZh: firstOf(chapter.title.zh, chapter.title.en), titleEn: chapter.title.en, sort };
    const chapterId = await put(chapter.id, {
      update: (id) =>
        db
          .update(chapters)
          .set(row)
          .where(and(eq(chapters.id, id), eq(chapters.courseId, courseId)))
          .returning({ id: chapters.id }),
      insert: () => db.insert(chapters).values(row).returning({ id: chapters.id }),
    });
    keptChapters.push(chapterId);
    for (const [position, unit] of chapter.units.entries()) {
      const length = unit.type === 'video' ? files.secondsOf(unit.media) : 0;
      seconds += length;
      const values = {
        ...{ courseId, chapterId, type: unit.type, sort: position, seconds: length, isPreview: unit.preview },
        titleZh: firstOf(unit.title.zh, unit.title.en),
        titleEn: unit.title.en,
        mediaId: unit.type === 'video' || unit.type === 'file' ? files.idOf(unit.media) : null,
        bodyHtml: unit.type === 'video' ? '' : unit.body_html,
        quiz: unit.type === 'quiz' && unit.quiz !== undefined ? unit.quiz : null,
      };
      keptUnits.push(
        await put(unit.id, {
          update: (id) =>
            db
              .update(units)
              .set(values)
              .where(and(eq(units.id, id), eq(units.courseId, courseId)))
              .returning({ id: units.id }),
          insert: () => db.insert(units).values(values).returning({ id: units.id }),
        }),
      );
    }
  }
  const ofCourse = eq(units.courseId, courseId);
  await db.delete(units).where(keptUnits.length === 0 ? ofCourse : and(ofCourse, notInArray(units.id, keptUnits)));
  const ofThis = eq(chapters.courseId, courseId);
  await db
    .delete(chapters)
    .where(keptChapters.length === 0 ? ofThis : and(ofThis, notInArray(chapters.id, keptChapters)));
  return { seconds, count: keptUnits.length };
}

type Written = Promise<readonly { readonly id: number }[]>;

/** Updates an existing row, so that the data of learners remains linked to it; otherwise inserts one. */
async function put(
  id: string | undefined,
  { update, insert }: { readonly update: (id: number) => Written; readonly insert: () => Written },
): Promise<number> {
  const [row] = (id === undefined ? undefined : await update(Number(id))) ?? [];
  const [written] = row === undefined ? await insert() : [row];
  if (written === undefined) throw new Error('a part of a course was not written');
  return written.id;
}

async function writeImages(db: Tx, courseId: number, { images }: CourseBasics): Promise<void> {
  await db.delete(courseImages).where(eq(courseImages.courseId, courseId));
  if (images.length > 0) await db.insert(courseImages).values(images.map((key, sort) => ({ courseId, sort, key })));
}

async function writeCrowdfund(db: Tx, courseId: number, terms: CourseBasics['crowdfund'], units: number, now: number) {
  const running = await crowdfundOf(db, courseId);
  if (running === undefined && terms !== null) {
    const deadline = Date.parse(terms.deadline);
    await db.insert(crowdfunds).values({
      ...{ courseId, targetType: terms.target_type, target: terms.target, startsAt: now, deadline, state: 'funding' },
      earlyPriceCents: terms.early_price_cents,
      produceBy: Date.parse(terms.produce_by),
    });
    await scheduleCrowdfund(db, { courseId, deadline });
  }
  // The campaign is delivered once lessons are published.
  if (running !== undefined && units > 0) await approveLessons(db, { courseId, now });
}

/** Replaces the version on sale with a document. */
export async function publish(db: Tx, course: CourseRow, document: CourseDocument, now: number): Promise<void> {
  const { basics } = document;
  const found = new Map((await filesOf(db, keysOf(document))).map((file) => [file.key, file]));
  const files: Files = {
    idOf: (key) => found.get(key)?.id ?? null,
    secondsOf: (key) => found.get(key)?.seconds ?? 0,
  };
  await writeImages(db, course.id, basics);
  const { seconds, count } = await writeOutline(db, course.id, document, files);
  await writeCrowdfund(db, course.id, basics.crowdfund, count, now);
  const [mentor] = await db.select({ name: members.name }).from(members).where(eq(members.id, course.mentorId));
  const texts = {
    titleZh: firstOf(basics.title.zh, basics.title.en),
    titleEn: basics.title.en,
    subtitleZh: basics.subtitle.zh,
    subtitleEn: basics.subtitle.en,
  };
  await db
    .update(courses)
    .set({
      ...texts,
      introZh: basics.intro.zh,
      introEn: basics.intro.en,
      ...{ learn: basics.learn, requirements: basics.requirements, audience: basics.audience },
      categoryId: basics.category_id === null ? null : Number(basics.category_id),
      ...{ level: basics.level, lang: basics.lang, seconds },
      priceCents: basics.price_cents,
      originalPriceCents: basics.original_price_cents,
      seats: basics.seats ?? null,
      clipMediaId: files.idOf(basics.clip),
      search: searchVector([...Object.values(texts), mentor?.name ?? '']),
    })
    .where(eq(courses.id, course.id));
}

/**
 * Decides on the course `id`, or on the newer version of a course on sale. An approval publishes the submitted version;
 * a refusal leaves the version on sale unchanged.
 *
 * @throws {ApiFailure} 404 without such a course, 409 when no version is pending
 */
export async function decideCourse(
  db: Tx,
  { id, pass, reason, now }: Decision,
): Promise<{ readonly memberId: number }> {
  const [course] = await db.select().from(courses).where(eq(courses.id, id)).for('update');
  if (course === undefined || course.deletedAt !== null) throw new ApiFailure(FailureReason.NotFound);
  const ofCourse = eq(courseDrafts.courseId, id);
  const [draft] = await db.select().from(courseDrafts).where(ofCourse);
  const { status, version } =
    COURSE_COLUMNS[COURSE.next(courseStateOf({ course, draft }), pass ? 'approve' : 'refuse')];
  if (pass) {
    const campaign = (await crowdfundOf(db, id))?.state;
    // Without a draft row, the submitted version is in the tables already.
    if (draft !== undefined) await publish(db, course, draft.document, now);
    await db.delete(courseDrafts).where(ofCourse);
    const publishedAt = sql<number>`coalesce(${courses.publishedAt}, ${now})`;
    await db.update(courses).set({ status, refuseReason: '', publishedAt, updatedAt: now }).where(eq(courses.id, id));
    await notifyFollowers(db, id, { publishedAt: course.publishedAt, campaign }, now);
    return { memberId: course.mentorId };
  }
  if (version !== undefined) {
    await db.update(courseDrafts).set({ state: version, reason, updatedAt: now }).where(ofCourse);
  }
  // The version on sale is unchanged.
  if (status !== course.status) {
    await db.update(courses).set({ status, refuseReason: reason, updatedAt: now }).where(eq(courses.id, id));
  }
  return { memberId: course.mentorId };
}
