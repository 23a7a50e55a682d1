import { FailureReason, liveTodos, sessionsOfPackage, type LiveDocument } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { searchVector } from '../courses/index.js';
import type { Database, Tx } from '../db/database.js';
import {
  liveDrafts,
  lives,
  liveSessions,
  members,
  ticketTypes,
  ticketTypeSessions,
  type LiveRow,
  type MemberRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { LIVE } from './lifecycle.js';
import { documentOf } from './manage.js';
import { scheduleSession } from './sessions.js';

interface WaitingLive {
  readonly live: LiveRow;
  readonly mentor: MemberRow;
}

/** Classes and activities that await a decision, the oldest first. */
export const openLives = (db: Database): Promise<WaitingLive[]> =>
  db
    .select({ live: lives, mentor: members })
    .from(lives)
    .innerJoin(members, eq(members.id, lives.mentorId))
    .where(and(eq(lives.status, 'pending'), isNull(lives.deletedAt)))
    .orderBy(asc(lives.submittedAt), asc(lives.id));

/** A class or activity as the back office sees it. @throws {ApiFailure} not-found */
export async function liveForReview(db: Database, id: number) {
  const [live] = await db
    .select()
    .from(lives)
    .where(and(eq(lives.id, id), isNull(lives.deletedAt)));
  if (live === undefined) throw new ApiFailure(FailureReason.NotFound);
  return { live, document: await documentOf(db, live) };
}

/** A name in one language only stands for both. */
const firstOf = ({ zh, en }: { readonly zh: string; readonly en: string }): string => (zh === '' ? en : zh);

/** A moment of a complete document. */
const momentOf = (text: string | null): number => {
  if (text === null) throw new Error('a document without a time was published');
  return Date.parse(text);
};

/** Writes the timeline; resolves with the ids of the sessions by their references. */
async function writeTimeline(db: Tx, liveId: number, { timeline }: LiveDocument): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { ref, title, start_at, end_at } of timeline) {
    const [made] = await db
      .insert(liveSessions)
      .values({
        ...{ liveId, titleZh: firstOf(title), titleEn: title.en },
        ...{ startAt: momentOf(start_at), endAt: momentOf(end_at) },
      })
      .returning();
    if (made === undefined) throw new Error('a session was not written');
    ids.set(ref, made.id);
    await scheduleSession(db, made);
  }
  return ids;
}

async function writePackages(db: Tx, liveId: number, document: LiveDocument, ids: ReadonlyMap<string, number>) {
  for (const [sort, one] of document.packages.entries()) {
    const [made] = await db
      .insert(ticketTypes)
      .values({
        ...{ liveId, sort, nameZh: firstOf(one.name), nameEn: one.name.en },
        priceCents: one.price_cents,
        originalPriceCents: one.original_price_cents,
        earlyPriceCents: one.early_price_cents,
        earlyUntil: one.early_until === null ? null : momentOf(one.early_until),
        quantity: one.quantity,
        limitPerMember: one.limit_per_member,
        saleStart: momentOf(one.sale_start),
        saleEnd: momentOf(one.sale_end),
        useFrom: one.use_from ?? '',
        useUntil: one.use_until ?? '',
      })
      .returning({ id: ticketTypes.id });
    const ticketTypeId = made?.id ?? 0;
    const included = sessionsOfPackage(document, one).map(({ ref }) => ({
      ticketTypeId,
      sessionId: ids.get(ref) ?? 0,
    }));
    await db.insert(ticketTypeSessions).values(included);
  }
}

async function publish(db: Tx, live: LiveRow, document: LiveDocument, now: number): Promise<void> {
  const ids = await writeTimeline(db, live.id, document);
  await writePackages(db, live.id, document, ids);
  const { title, intro, cover, room_id, venue, map_link, refund_policy } = document;
  const [mentor] = await db.select({ name: members.name }).from(members).where(eq(members.id, live.mentorId));
  await db
    .update(lives)
    .set({
      ...{ titleZh: firstOf(title), titleEn: title.en, introZh: firstOf(intro), introEn: intro.en },
      ...{ kind: document.kind, mode: document.mode, cover, venue, mapLink: map_link, refundPolicy: refund_policy },
      roomId: room_id === null || document.mode === 'offline' ? null : Number(room_id),
      broadcastStart: momentOf(document.broadcast_start),
      broadcastEnd: momentOf(document.broadcast_end),
      search: searchVector([title.zh, title.en, venue, mentor?.name ?? '']),
      publishedAt: now,
    })
    .where(eq(lives.id, live.id));
  await db.delete(liveDrafts).where(eq(liveDrafts.liveId, live.id));
}

interface LiveDecision {
  readonly id: number;
  readonly pass: boolean;
  /** Reason of a refusal. */
  readonly reason: string;
  readonly now: number;
}

/**
 * Decides on a class or activity that was submitted. An approval publishes it.
 *
 * @throws {ApiFailure} not-found; state-changed when it is not pending; live-incomplete when its times have passed
 *   since the submission
 */
export async function decideLive(db: Tx, { id, pass, reason, now }: LiveDecision) {
  const [live] = await db
    .select()
    .from(lives)
    .where(and(eq(lives.id, id), isNull(lives.deletedAt)))
    .for('no key update');
  if (live === undefined) throw new ApiFailure(FailureReason.NotFound);
  const status = LIVE.next(live.status, pass ? 'approve' : 'refuse');
  const document = await documentOf(db, live);
  if (pass) {
    if (liveTodos(document, now).length > 0) throw new ApiFailure(FailureReason.LiveIncomplete);
    await publish(db, live, document, now);
  }
  await db
    .update(lives)
    .set({ status, refuseReason: pass ? '' : reason, updatedAt: now })
    .where(eq(lives.id, id));
  return { memberId: live.mentorId, what: document.title };
}
