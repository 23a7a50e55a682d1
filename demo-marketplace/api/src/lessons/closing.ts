import { eq } from 'drizzle-orm';
import { lessonNotes } from '../db/schema/index.js';
import type { MemberRemoval } from '../feature.js';

export const forgetNotes: MemberRemoval = async (tx, memberId) => {
  await tx.delete(lessonNotes).where(eq(lessonNotes.memberId, memberId));
};
