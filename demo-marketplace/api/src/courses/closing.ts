import { eq, or } from 'drizzle-orm';
import { follows, wishes } from '../db/schema/index.js';
import type { MemberRemoval } from '../feature.js';

/** Removes the wish list of a member, and who follows whom. */
export const forgetWishesAndFollows: MemberRemoval = async (tx, memberId) => {
  await tx.delete(wishes).where(eq(wishes.memberId, memberId));
  await tx.delete(follows).where(or(eq(follows.memberId, memberId), eq(follows.targetId, memberId)));
};
