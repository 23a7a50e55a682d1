import { and, eq } from 'drizzle-orm';
import { REVIEW_PERCENT, type Session } from '@lectern/marketplace-contract';
import { chapters, courses, enrollments, members, units } from '../db/schema/index.js';
import type { World } from './world.js';

/** A new member with permission to manage courses, on the mentor's side. */
export async function mentorIn(world: World): Promise<Session & { readonly email: string; readonly id: number }> {
  const session = await world.member();
  const id = Number(session.member.id);
  await world.db
    .update(members)
    .set({ providerCheckStatus: 2, isProvider: true, currentType: 2 })
    .where(eq(members.id, id));
  return { ...session, id };
}

/** A course on sale with one chapter of two video units, the first of them a preview. */
export async function courseIn(
  world: World,
  values: Partial<typeof courses.$inferInsert> & { readonly mentorId: number },
): Promise<{ readonly id: number; readonly unitIds: readonly number[] }> {
  const now = world.clock.now();
  const [made] = await world.db
    .insert(courses)
    .values({
      ...{ titleZh: '高中數學', titleEn: 'Mathematics', priceCents: 100_000, originalPriceCents: 150_000 },
      ...{ status: 'approved' as const, publishedAt: now, createdAt: now, updatedAt: now, seconds: 120 },
      ...values,
    })
    .returning({ id: courses.id });
  if (made === undefined) throw new Error('no course was written');
  const [chapter] = await world.db
    .insert(chapters)
    .values({ courseId: made.id, titleZh: '第一章', titleEn: 'Chapter one' })
    .returning({ id: chapters.id });
  if (chapter === undefined) throw new Error('no chapter was written');
  const unit = { courseId: made.id, chapterId: chapter.id, type: 'video', seconds: 60 } as const;
  const written = await world.db
    .insert(units)
    .values([
      { ...unit, titleZh: '第一課', titleEn: 'Lesson one', sort: 0, isPreview: true },
      { ...unit, titleZh: '第二課', titleEn: 'Lesson two', sort: 1 },
    ])
    .returning({ id: units.id });
  return { id: made.id, unitIds: written.map(({ id }) => id) };
}

/** Backdates the start of the watch credit by an hour, so that watched videos are credited. */
export async function hasHadTime(world: World, memberId: number, courseId: number): Promise<void> {
  await world.db
    .update(enrollments)
    .set({ watchFrom: world.clock.now() - 3_600_000 })
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId)));
}

/** Lets a learner have learned enough of a course to review it. */
export async function hasLearned(world: World, memberId: number, courseId: number): Promise<void> {
  await world.db
    .update(enrollments)
    .set({ percent: REVIEW_PERCENT })
    .where(and(eq(enrollments.memberId, memberId), eq(enrollments.courseId, courseId)));
}
