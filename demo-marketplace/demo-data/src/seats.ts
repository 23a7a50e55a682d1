import { eq } from 'drizzle-orm';
import { courses, takenCourseSeats, type Database } from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';

/** Courses with limited seats, and the number of seats left. */
const LEFT = [
  { course: 9, left: 1 },
  { course: 5, left: 2 },
  { course: 7, left: 12 },
] as const;

export async function seedSeats(db: Database, list: readonly SeededCourse[]): Promise<void> {
  for (const { course, left } of LEFT) {
    const id = list[course]?.id ?? 0;
    const seats = left + (await takenCourseSeats(db, id));
    await db.update(courses).set({ seats }).where(eq(courses.id, id));
  }
}
