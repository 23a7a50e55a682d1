import { and, eq, inArray, isNull } from 'drizzle-orm';
import { courses, mentorProfiles, providerApplications } from '../db/schema/index.js';
import type { ClosingCheck, MemberRemoval } from '../feature.js';

/** The account of a mentor whose course is on sale or under review stays open. */
export const hasCourses: ClosingCheck = async (tx, { id }) => {
  const isOffered = and(isNull(courses.deletedAt), inArray(courses.status, ['approved', 'pending']));
  return (await tx.$count(courses, and(eq(courses.mentorId, id), isOffered))) > 0;
};

export const forgetMentor: MemberRemoval = async (tx, memberId) => {
  await tx.delete(providerApplications).where(eq(providerApplications.memberId, memberId));
  await tx.delete(mentorProfiles).where(eq(mentorProfiles.memberId, memberId));
};
