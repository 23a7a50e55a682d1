import {
  deleteNotices,
  getNoticeSummary,
  listNotices,
  Locale,
  readNotices,
  type MemberNotice,
} from '@lectern/marketplace-contract';
import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { notifications } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import type { NoticeKinds } from './kinds.js';
import { newsOf } from './news.js';
import { noticeText } from './texts.js';

/** Actions of notifications: `/api/Message/*`. */
export const messageActions = (kinds: NoticeKinds): readonly BoundAction[] => [
  onMemberCall(getNoticeSummary, (_request, { db, caller }) => newsOf(db, caller.member.id)),

  onMemberCall(listNotices, async ({ type, cursor, limit }, { db, caller, language }) => {
    const rows = await db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.memberId, caller.member.id),
          type === undefined ? undefined : eq(notifications.type, type),
          cursor === undefined ? undefined : lt(notifications.id, Number(cursor)),
        ),
      )
      .orderBy(desc(notifications.id))
      // One extra row tells whether another page exists.
      .limit(limit + 1);
    const locale = language === 'en' ? Locale.English : Locale.Chinese;
    const shown = rows.slice(0, limit);
    const list = shown.flatMap((row): MemberNotice[] => {
      const kind = kinds[row.kind];
      // A kind of an earlier version, of which nothing is known but its name.
      if (kind === undefined) return [];
      const { title, text, link } = noticeText(kind, row.params, locale);
      const facts = { id: String(row.id), type: row.type as MemberNotice['type'], kind: row.kind };
      return [{ ...facts, title, text, link, at: isoOf(row.createdAt), is_read: row.readAt !== null }];
    });
    const last = shown.at(-1);
    return { list, next_cursor: rows.length > limit && last !== undefined ? String(last.id) : '' };
  }),

  onMemberCall(readNotices, async ({ ids, type }, { db, caller, now }) => {
    await db
      .update(notifications)
      .set({ readAt: now })
      .where(
        and(
          eq(notifications.memberId, caller.member.id),
          isNull(notifications.readAt),
          ids === undefined ? undefined : inArray(notifications.id, ids.map(Number)),
          type === undefined ? undefined : eq(notifications.type, type),
        ),
      );
    return newsOf(db, caller.member.id);
  }),

  onMemberCall(deleteNotices, async ({ ids }, { db, caller }) => {
    await db
      .delete(notifications)
      .where(and(eq(notifications.memberId, caller.member.id), inArray(notifications.id, ids.map(Number))));
    return newsOf(db, caller.member.id);
  }),
];
