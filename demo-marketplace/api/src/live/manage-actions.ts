import {
  deleteLive,
  FailureReason,
  getManagedLive,
  listManagedLives,
  liveTodos,
  pauseLive,
  recallLive,
  resumeLive,
  saveLive,
  submitLive,
  type LiveTab,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, count, desc, eq, inArray, isNotNull, isNull, min, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { liveDrafts, lives, liveSessions, ticketTypes, type LiveRow } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Language, Success } from '../http/messages.js';
import type { Storage } from '../upload/index.js';
import { LIVE, type LiveEvent } from './lifecycle.js';
import { detailOf, openLive, writeLive, type OpenedLive } from './manage.js';

/** Published, and all of its sessions are over or cancelled. */
const isOver = sql<boolean>`(${isNotNull(lives.publishedAt)} AND NOT EXISTS (SELECT 1 FROM live_session s
  WHERE ${eq(sql`s.live_id`, lives.id)} AND s.state IN ('scheduled', 'open', 'live')))`;

function inTab(tab: LiveTab): SQL | undefined {
  if (tab === 'all') return undefined;
  return tab === 'ended' ? isOver : and(eq(lives.status, tab), sql`NOT ${isOver}`);
}

interface ListedRow {
  readonly live: LiveRow;
  readonly isOver: boolean;
}

/** Cards of a mentor's classes; the number of queries does not depend on their number. */
async function cardsOf(db: Database, storage: Storage, language: Language, rows: readonly ListedRow[]) {
  const ids = rows.map(({ live }) => live.id);
  if (ids.length === 0) return [];
  const drafts = new Map(
    (await db.select().from(liveDrafts).where(inArray(liveDrafts.liveId, ids))).map((row) => [
      row.liveId,
      row.document,
    ]),
  );
  const timelines = await db
    .select({ liveId: liveSessions.liveId, n: count(), startAt: min(liveSessions.startAt) })
    .from(liveSessions)
    .where(inArray(liveSessions.liveId, ids))
    .groupBy(liveSessions.liveId);
  const sales = await db
    .select({
      liveId: ticketTypes.liveId,
      quantity: sql<number>`sum(${ticketTypes.quantity})`.mapWith(Number),
      sold: sql<number>`sum(${ticketTypes.sold})`.mapWith(Number),
    })
    .from(ticketTypes)
    .where(inArray(ticketTypes.liveId, ids))
    .groupBy(ticketTypes.liveId);
  return rows.map(({ live, isOver: is_over }) => {
    const draft = drafts.get(live.id);
    const sessions = timelines.find(({ liveId }) => liveId === live.id);
    const sale = sales.find(({ liveId }) => liveId === live.id);
    const planned = draft?.timeline.flatMap(({ start_at }) => start_at ?? []).toSorted()[0] ?? null;
    const startAt = sessions?.startAt ?? null;
    return {
      ...{ id: String(live.id), kind: live.kind, mode: live.mode, status: live.status },
      refuse_reason: live.refuseReason,
      is_over,
      title: language === 'en' ? live.titleEn || live.titleZh : live.titleZh || live.titleEn,
      cover: storage.urlOf(draft?.cover ?? live.cover),
      start_at: startAt === null ? planned : isoOf(startAt),
      sessions: sessions?.n ?? draft?.timeline.length ?? 0,
      quantity: sale?.quantity ?? draft?.packages.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0,
      sold: sale?.sold ?? 0,
      updated_at: isoOf(live.updatedAt),
    };
  });
}

/** Actions of classes and activities up to their approval, and of their sale: `/api/LiveManage/*`. */
export function liveManageActions(storage: Storage): readonly BoundAction[] {
  const own = ({ caller }: MemberCall, id: string) => ({ mentorId: caller.member.id, id });

  interface Move {
    readonly id: string;
    readonly event: LiveEvent;
    readonly success: Success;
    readonly change?: Partial<typeof lives.$inferInsert>;
    readonly check?: (opened: OpenedLive) => void;
  }
  /** Applies an event of the mentor under the row lock. */
  const move = (call: MemberCall, { id, event, success, change = {}, check }: Move) =>
    call.db.transaction(async (db) => {
      const opened = await openLive(db, own(call, id));
      const status = LIVE.next(opened.live.status, event);
      check?.(opened);
      await db
        .update(lives)
        .set({ ...change, status, updatedAt: call.now })
        .where(eq(lives.id, opened.live.id));
      call.say(success);
      return { id, version: opened.live.version, status };
    });

  return [
    onMemberCall(listManagedLives, async ({ kind, tab = 'all', page, limit }, { db, caller, language }) => {
      const where = and(
        eq(lives.mentorId, caller.member.id),
        isNull(lives.deletedAt),
        kind === undefined ? undefined : eq(lives.kind, kind),
        inTab(tab),
      );
      const rows = await db
        .select({ live: lives, isOver })
        .from(lives)
        .where(where)
        .orderBy(desc(lives.updatedAt), desc(lives.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const list = await cardsOf(db, storage, language, rows);
      return { list, total: await db.$count(lives, where), page, limit };
    }),

    onMemberCall(getManagedLive, ({ id }, call) =>
      call.db.transaction(async (db) => detailOf(db, storage, await openLive(db, own(call, id)), call.now)),
    ),

    onMemberCall(saveLive, (request, call) =>
      call.db.transaction((db) => writeLive(db, storage, { mentorId: call.caller.member.id, request, now: call.now })),
    ),

    onMemberCall(submitLive, ({ id }, call) =>
      move(call, {
        ...{ id, event: 'submit', success: 'liveSubmitted' },
        change: { submittedAt: call.now, refuseReason: '' },
        check: ({ document }) => {
          if (liveTodos(document, call.now).length > 0) throw new ApiFailure(FailureReason.LiveIncomplete);
        },
      }),
    ),
    onMemberCall(recallLive, ({ id }, call) =>
      move(call, { id, event: 'recall', success: 'liveRecalled', change: { submittedAt: null } }),
    ),
    onMemberCall(pauseLive, ({ id }, call) => move(call, { id, event: 'pause', success: 'livePaused' })),
    onMemberCall(resumeLive, ({ id }, call) => move(call, { id, event: 'resume', success: 'liveResumed' })),

    onMemberCall(deleteLive, ({ id }, call) =>
      call.db.transaction(async (db) => {
        const { live } = await openLive(db, own(call, id));
        if (!LIVE.can(live.status, 'edit')) throw LIVE.refusal(live.status, 'edit');
        await db.update(lives).set({ deletedAt: call.now, updatedAt: call.now }).where(eq(lives.id, live.id));
        await db.delete(liveDrafts).where(eq(liveDrafts.liveId, live.id));
        return {};
      }),
    ),
  ];
}
