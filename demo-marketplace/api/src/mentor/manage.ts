import {
  FailureReason,
  FieldProblem,
  UnitType,
  UploadType,
  type CourseBasics,
  type ManagedCourse,
  type OutlineChapter,
} from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { isoOf } from '@lectern/kit/clock';
import type { Database, Tx } from '../db/database.js';
import {
  categories,
  courseDrafts,
  courses,
  units,
  type CourseDocument,
  type CourseDraftRow,
  type CourseRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { fileName } from '../upload/index.js';
import type { Storage } from '../upload/storage.js';
import { cleanBasics, cleanOutline, crowdfundOf, filesOf, keysOf, liveDocument, todoOf } from './documents.js';
import { COURSE, COURSE_COLUMNS, courseStateOf } from './lifecycle.js';

/** A course opened by its mentor. */
export interface Opened {
  readonly course: CourseRow;
  readonly draft: CourseDraftRow | undefined;
  readonly document: CourseDocument;
}

/** Identifies a course and its mentor. */
export interface Own {
  readonly mentorId: number;
  readonly id: string;
}

export interface Saved {
  readonly id: string;
  readonly version: number;
  readonly saved_at: string;
  readonly todo: ManagedCourse['todo'];
}

/** Opens a course of a mentor and locks it until the transaction ends. @throws {ApiFailure} 404 */
export async function open(db: Tx, { mentorId, id }: Own): Promise<Opened> {
  const [course] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, Number(id)), eq(courses.mentorId, mentorId), isNull(courses.deletedAt)))
    .for('update');
  if (course === undefined) throw new ApiFailure(FailureReason.NotFound);
  const [draft] = await db.select().from(courseDrafts).where(eq(courseDrafts.courseId, course.id));
  return { course, draft, document: draft?.document ?? (await liveDocument(db, course)) };
}

/** Review status of the newer version of an approved course. */
export function changeOf({ course, draft }: Pick<Opened, 'course' | 'draft'>): ManagedCourse['change'] {
  if (draft === undefined || course.status !== 'approved') return 'none';
  return draft.state === 'editing' ? 'draft' : draft.state;
}

/** True while the course is under review and cannot be edited. */
export const isLocked = (rows: Pick<Opened, 'course' | 'draft'>): boolean => !COURSE.can(courseStateOf(rows), 'edit');

/** Everything of a course that its mentor can edit. */
export async function detailOf(db: Database, storage: Storage, opened: Opened, now: number): Promise<ManagedCourse> {
  const { course, draft, document } = opened;
  const files = await filesOf(db, keysOf(document));
  const submittedAt = draft?.submittedAt ?? course.submittedAt;
  return {
    id: String(course.id),
    version: course.version,
    status: course.status,
    is_paused: course.isPaused,
    change: changeOf(opened),
    is_locked: isLocked(opened),
    refuse_reason: draft?.state === 'refused' ? draft.reason : course.refuseReason,
    submitted_at: submittedAt === null ? null : isoOf(submittedAt),
    published_at: course.publishedAt === null ? null : isoOf(course.publishedAt),
    crowdfund_state: (await crowdfundOf(db, course.id))?.state ?? null,
    basics: document.basics,
    chapters: [...document.chapters],
    files: {
      ...Object.fromEntries(document.basics.images.map((key) => [key, unknownFile(key, storage)])),
      ...Object.fromEntries(
        files.map(({ key, type, seconds, size }) => [
          key,
          {
            name: fileName(key),
            url: type === UploadType.Image || type === UploadType.Clip ? storage.urlOf(key) : '',
            seconds: seconds ?? 0,
            size: size ?? 0,
          },
        ]),
      ),
    },
    todo: todoOf(document, now),
  };
}

const unknownFile = (key: string, storage: Storage) => ({
  ...{ name: fileName(key), url: storage.urlOf(key), seconds: 0, size: 0 },
});

interface Change {
  readonly opened: Opened;
  readonly version: number;
  readonly document: CourseDocument;
  readonly now: number;
}

const asStored = (document: CourseDocument): unknown => JSON.parse(JSON.stringify(document));

async function write(db: Tx, { opened, version, document, now }: Change): Promise<Saved> {
  const { course } = opened;
  const saved = (at: number): Saved => ({
    ...{ id: String(course.id), version: at, saved_at: isoOf(now), todo: todoOf(document, now) },
  });
  const { version: state } = COURSE_COLUMNS[COURSE.next(courseStateOf(opened), 'edit')];
  // A save whose response was lost is repeated: the change is already stored.
  const isWritten = course.version === version + 1 && isDeepStrictEqual(asStored(document), asStored(opened.document));
  if (isWritten) return saved(course.version);
  if (course.version !== version) throw new ApiFailure(FailureReason.VersionStale);
  const row = { document, updatedAt: now, ...(state !== undefined && { state }) };
  await db
    .insert(courseDrafts)
    .values({ courseId: course.id, ...row })
    .onConflictDoUpdate({ target: courseDrafts.courseId, set: row });
  const { title } = document.basics;
  await db
    .update(courses)
    .set({
      version: version + 1,
      updatedAt: now,
      // The version on sale keeps its title until the newer version is approved.
      ...(course.status !== 'approved' && { titleZh: title.zh, titleEn: title.en }),
    })
    .where(eq(courses.id, course.id));
  return saved(version + 1);
}

/** Saves the basics of a course. @throws {ApiFailure} 404, 409 */
export async function saveBasics(
  db: Tx,
  storage: Storage,
  { own, version, basics, now }: { own: Own; version: number; basics: CourseBasics; now: number },
): Promise<Saved> {
  const opened = await open(db, own);
  await mustExist(db, storage, own.mentorId, basics, opened.document);
  const running = (await crowdfundOf(db, opened.course.id)) !== undefined;
  const clean = cleanBasics(basics);
  // Backers may have pledged under these terms, so they cannot change.
  const kept = running ? { ...clean, crowdfund: (await liveDocument(db, opened.course)).basics.crowdfund } : clean;
  return write(db, { opened, version, document: { ...opened.document, basics: kept }, now });
}

/** Creates a course. */
export async function createCourse(
  db: Tx,
  storage: Storage,
  { mentorId, basics, now }: { mentorId: number; basics: CourseBasics; now: number },
): Promise<Saved> {
  await mustExist(db, storage, mentorId, basics);
  return insertCourse(db, { mentorId, document: { basics: cleanBasics(basics), chapters: [] }, now });
}

/** Inserts a new course as a draft. */
export async function insertCourse(
  db: Tx,
  { mentorId, document, now }: { mentorId: number; document: CourseDocument; now: number },
): Promise<Saved> {
  const { zh, en } = document.basics.title;
  const [made] = await db
    .insert(courses)
    .values({ mentorId, titleZh: zh, titleEn: en, createdAt: now, updatedAt: now })
    .returning({ id: courses.id, version: courses.version });
  if (made === undefined) throw new Error('a course was not written');
  await db.insert(courseDrafts).values({ courseId: made.id, document, updatedAt: now });
  return { id: String(made.id), version: made.version, saved_at: isoOf(now), todo: todoOf(document, now) };
}

/**
 * Upload types that each type of unit can refer to; a unit that shows no media keeps the media of its previous type.
 */
const FITTING: Readonly<Record<UnitType, readonly UploadType[]>> = {
  [UnitType.Video]: [UploadType.Video],
  [UnitType.File]: [UploadType.File],
  [UnitType.Article]: [UploadType.Video, UploadType.File],
  [UnitType.Quiz]: [UploadType.Video, UploadType.File],
};

/** Saves the chapters and units of a course. @throws {ApiFailure} 404, 409, 422 */
export async function saveChapters(
  db: Tx,
  { own, version, list, now }: { own: Own; version: number; list: readonly OutlineChapter[]; now: number },
): Promise<Saved> {
  const opened = await open(db, own);
  const ofCourse = await db.select({ id: units.id }).from(units).where(eq(units.courseId, opened.course.id));
  const known = new Set(ofCourse.map(({ id }) => String(id)));
  const had = new Set(opened.document.chapters.flatMap((chapter) => chapter.units.map(({ media }) => media)));
  const wanted = list.flatMap((chapter) => chapter.units);
  const given = new Set<string>();
  const named = wanted.flatMap(({ media, upload = '' }) => [media, upload]).filter((key) => key !== '');
  const files = new Map((await filesOf(db, named)).map((one) => [one.key, one]));
  const isOwn = (key: string, type: UploadType): boolean => {
    const file = files.get(key);
    return file?.ownerId === own.mentorId && file.type === type;
  };
  for (const { id, type, media } of wanted) {
    // A unit may occur only once.
    if (id !== undefined && (!known.has(id) || given.has(id))) throw badField('chapters', FieldProblem.Unknown);
    if (id !== undefined) given.add(id);
    if (media === '') continue;
    const isThere = FITTING[type].some((kind) => isOwn(media, kind)) && files.get(media)?.storedAt !== null;
    const isKept = had.has(media) && FITTING[type].some((kind) => files.get(media)?.type === kind);
    if (!isThere && !isKept) throw badField('chapters', FieldProblem.Unknown);
  }
  // References to uploads that no longer exist are dropped without failing the save.
  const chapters = cleanOutline(list).map((chapter) => ({
    ...chapter,
    units: chapter.units.map(({ upload = '', ...unit }) =>
      isOwn(upload, UploadType.Video) ? { ...unit, upload } : unit,
    ),
  }));
  return write(db, { opened, version, document: { ...opened.document, chapters }, now });
}

async function mustExist(
  db: Database,
  storage: Storage,
  ownerId: number,
  { images, clip, category_id: category }: CourseBasics,
  before?: CourseDocument,
): Promise<void> {
  const had = before?.basics.images ?? [];
  if (new Set(images).size < images.length) throw badField('images', FieldProblem.Malformed);
  for (const key of images) {
    const isOwn = had.includes(key) || (await storage.has(db, key, ownerId, UploadType.Image));
    if (!isOwn) throw badField('images', FieldProblem.Unknown);
  }
  const isClip = clip === '' || clip === before?.basics.clip || (await storage.has(db, clip, ownerId, UploadType.Clip));
  if (!isClip) throw badField('clip', FieldProblem.Unknown);
  if (category === null) return;
  const found = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, Number(category)), eq(categories.kind, 'course')));
  if (found.length === 0) throw badField('category_id', FieldProblem.Unknown);
}
