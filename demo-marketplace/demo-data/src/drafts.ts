import { CourseStatus } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import {
  categories,
  courseDrafts,
  courses,
  liveDocument,
  notifyAsOffice,
  type CourseDocument,
  type Database,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';
import {
  campaignCourse,
  chanceCourse,
  NEW_CHAPTER,
  paperCourse,
  TRIGONOMETRY_REASON,
  trigonometryCourse,
} from './draft-lines.js';
import type { DemoPeople } from './members.js';
import { coverKey } from './pictures.js';
import type { Decided } from './story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lower cover numbers belong to the courses on sale. */
const FIRST_COVER = 41;
/** Mentor who teaches photography. */
const PHOTOGRAPHER = 3;
/** A published course of another mentor. */
const CHANGED = 12;

interface Written {
  readonly mentorId: number;
  readonly document: CourseDocument;
  readonly status: 'draft' | 'pending' | 'refused';
  /** Time of the last action of its mentor or the back office, in milliseconds since the epoch. */
  readonly at: number;
  readonly reason?: string;
}

const STATES = { draft: 'editing', pending: 'pending', refused: 'refused' } as const;

async function write(db: Database, { mentorId, document, status, at, reason = '' }: Written): Promise<number> {
  const { title } = document.basics;
  // Decided a day after the submission.
  const submittedAt = status === 'draft' ? null : at - (status === 'refused' ? DAY_MS : 0);
  const [made] = await db
    .insert(courses)
    .values({
      ...{ mentorId, titleZh: title.zh, titleEn: title.en, status, submittedAt, refuseReason: reason },
      ...{ createdAt: at - 3 * DAY_MS, updatedAt: at },
    })
    .returning({ id: courses.id });
  if (made === undefined) throw new Error('a course of the demo was not written');
  await db
    .insert(courseDrafts)
    .values({ courseId: made.id, document, state: STATES[status], reason, submittedAt, updatedAt: at });
  return made.id;
}

/** Seeds courses before publication: a draft, submitted and refused ones, and a newer version of a published course. */
export async function seedDrafts(
  db: Tx,
  { mentors }: DemoPeople,
  list: readonly SeededCourse[],
  log: Decided[],
  now: number,
): Promise<void> {
  const known = await db.select({ id: categories.id, name: categories.nameEn }).from(categories);
  const given = (category: string, cover: string) => ({
    ...{ cover, now, categoryId: known.find(({ name }) => name === category)?.id ?? 0 },
  });
  const cover = (index: number, motif: string): string => coverKey(FIRST_COVER + index, motif);
  const [mentorId = 0] = mentors;

  const refusedAt = now - 3 * DAY_MS;
  const refused = await write(db, {
    ...{ mentorId, status: CourseStatus.Refused, at: refusedAt, reason: TRIGONOMETRY_REASON },
    document: trigonometryCourse(given('High-school maths', cover(1, 'science'))),
  });
  const what = trigonometryCourse(given('', '')).basics.title;
  const params = { what, reason: TRIGONOMETRY_REASON, id: refused };
  await notifyAsOffice(db, { to: mentorId, kind: 'course-refused', params, now: refusedAt });
  log.push({
    ...{ at: refusedAt, action: 'course-refused', target: `course:${refused}` },
    ...{ memberId: mentorId, reason: TRIGONOMETRY_REASON },
  });
  await write(db, {
    ...{ mentorId, status: CourseStatus.Draft, at: now - 26 * HOUR_MS },
    document: paperCourse(given('High-school maths', '')),
  });
  await write(db, {
    ...{ mentorId: mentors[PHOTOGRAPHER] ?? mentorId, status: CourseStatus.Pending, at: now - 30 * HOUR_MS },
    document: campaignCourse(given('Shooting', cover(2, 'photo'))),
  });
  await write(db, {
    ...{ mentorId, status: CourseStatus.Pending, at: now - 7 * HOUR_MS },
    document: chanceCourse(given('Statistics', cover(0, 'science'))),
  });
  await seedNewVersion(db, list[CHANGED]?.id ?? 0, now - 2 * HOUR_MS);
}

async function seedNewVersion(db: Database, courseId: number, at: number): Promise<void> {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  if (course === undefined) return;
  const live = await liveDocument(db, course);
  const document = { ...live, chapters: [...live.chapters, NEW_CHAPTER] };
  await db.insert(courseDrafts).values({ courseId, document, state: 'pending', submittedAt: at, updatedAt: at });
}
