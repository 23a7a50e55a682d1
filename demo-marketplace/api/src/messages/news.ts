import { NOTIFY_TYPES, type NoticeSummary } from '@lectern/marketplace-contract';
import { and, count, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { notifications } from '../db/schema/index.js';

/** Number of a member's unread notifications. */
export async function newsOf(db: Database, memberId: number): Promise<NoticeSummary> {
  const rows = await db
    .select({ type: notifications.type, n: count() })
    .from(notifications)
    .where(and(eq(notifications.memberId, memberId), isNull(notifications.readAt)))
    .groupBy(notifications.type);
  const numbers = NOTIFY_TYPES.map((type) => [type, rows.find((row) => row.type === type)?.n ?? 0] as const);
  const by_type = Object.fromEntries(numbers) as NoticeSummary['by_type'];
  const new_num = numbers.reduce((sum, [type, n]) => (type === 'invite' ? sum : sum + n), 0);
  return { new_num, invite_new_num: by_type.invite, by_type };
}

/** Deletes notifications created before `before`. */
export const forgetNotices = (db: Database, before: number): Promise<unknown> =>
  db.delete(notifications).where(lt(notifications.createdAt, before));
