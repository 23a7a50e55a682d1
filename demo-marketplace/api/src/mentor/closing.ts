import { and, eq, inArray, isNull } from 'drizzle-orm';
import { courses } from '../db/schema/index.js';
import type { ClosingCheck } from '../feature.js';

/** The account of a mentor whose course is on sale or under review stays open. */
export const hasCourses: ClosingCheck = async (tx, { id }) => {
  const isOffered = and(isNull(courses.deletedAt), inArray(courses.status, ['approved', 'pending']));
  return (await tx.$count(courses, and(eq(courses.mentorId, id), isOffered))) > 0;
};
