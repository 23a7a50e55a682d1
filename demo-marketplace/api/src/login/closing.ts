import { eq } from 'drizzle-orm';
import { memberAccounts } from '../db/schema/index.js';
import type { MemberRemoval } from '../feature.js';

/** Frees the addresses of a closed account, which may register again. */
export const forgetAddresses: MemberRemoval = async (tx, memberId) => {
  await tx.delete(memberAccounts).where(eq(memberAccounts.memberId, memberId));
};
