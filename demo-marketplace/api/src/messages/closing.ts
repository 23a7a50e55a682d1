import { eq } from 'drizzle-orm';
import { notifications } from '../db/schema/index.js';
import type { MemberRemoval } from '../feature.js';

export const forgetNotifications: MemberRemoval = async (tx, memberId) => {
  await tx.delete(notifications).where(eq(notifications.memberId, memberId));
};
