import {
  FailureReason,
  FieldProblem,
  liveTodos,
  UploadType,
  type LiveDocument,
  type ManagedLive,
  type RequestOf,
  type saveLive,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '../db/database.js';
import {
  liveDrafts,
  liveRooms,
  lives,
  liveSessions,
  ticketTypes,
  ticketTypeSessions,
  type LiveRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { Storage } from '../upload/index.js';
import { cleanDocument } from './document.js';
import { LIVE } from './lifecycle.js';

/** A class or activity of a mentor, locked until the transaction ends, with its content. */
export interface OpenedLive {
  readonly live: LiveRow;
  readonly document: LiveDocument;
}

interface Own {
  readonly mentorId: number;
  readonly id: string;
}

/** @throws {ApiFailure} not-found, also for the classes of other mentors */
export async function openLive(db: Tx, { mentorId, id }: Own): Promise<OpenedLive> {
  const [live] = await db
    .select()
    .from(lives)
    .where(and(eq(lives.id, Number(id)), eq(lives.mentorId, mentorId), isNull(lives.deletedAt)))
    .for('no key update');
  if (live === undefined) throw new ApiFailure(FailureReason.NotFound);
  return { live, document: await documentOf(db, live) };
}

/** Content of a class or activity: its draft, or what was published. */
export async function documentOf(db: Database, live: LiveRow): Promise<LiveDocument> {
  const [draft] = await db.select().from(liveDrafts).where(eq(liveDrafts.liveId, live.id));
  return draft?.document ?? publishedDocument(db, live);
}

const timeOf = (at: number | null): string | null => (at === null ? null : isoOf(at));

async function publishedDocument(db: Database, live: LiveRow): Promise<LiveDocument> {
  const sessions = await db
    .select()
    .from(liveSessions)
    .where(eq(liveSessions.liveId, live.id))
    .orderBy(asc(liveSessions.startAt), asc(liveSessions.id));
  const types = await db
    .select({
      type: ticketTypes,
      sessionIds: sql<number[]>`ARRAY(SELECT ${ticketTypeSessions.sessionId} FROM ${ticketTypeSessions}
        WHERE ${ticketTypeSessions.ticketTypeId} = ${ticketTypes.id} ORDER BY 1)`,
    })
    .from(ticketTypes)
    .where(eq(ticketTypes.liveId, live.id))
    .orderBy(asc(ticketTypes.sort));
  return {
    kind: live.kind,
    mode: live.mode,
    title: { zh: live.titleZh, en: live.titleEn },
    intro: { zh: live.introZh, en: live.introEn },
    cover: live.cover,
    room_id: live.roomId === null ? null : String(live.roomId),
    venue: live.venue,
    map_link: live.mapLink,
    refund_policy: live.refundPolicy,
    broadcast_start: timeOf(live.broadcastStart),
    broadcast_end: timeOf(live.broadcastEnd),
    timeline: sessions.map(({ id, titleZh: zh, titleEn: en, startAt, endAt }) => ({
      ...{ ref: String(id), title: { zh, en }, start_at: isoOf(startAt), end_at: isoOf(endAt) },
    })),
    packages: types.map(({ type, sessionIds }) => ({
      name: { zh: type.nameZh, en: type.nameEn },
      price_cents: type.priceCents,
      original_price_cents: type.originalPriceCents,
      early_price_cents: type.earlyPriceCents,
      early_until: timeOf(type.earlyUntil),
      quantity: type.quantity,
      limit_per_member: type.limitPerMember,
      sale_start: isoOf(type.saleStart),
      sale_end: isoOf(type.saleEnd),
      use_from: type.useFrom,
      use_until: type.useUntil,
      sessions: sessionIds.map(String),
    })),
  };
}

/** Everything of a class or activity that its mentor, or the back office, sees. */
export async function detailOf(
  db: Database,
  storage: Storage,
  { live, document }: OpenedLive,
  now: number,
): Promise<ManagedLive> {
  const sessions = await db
    .select()
    .from(liveSessions)
    .where(eq(liveSessions.liveId, live.id))
    .orderBy(asc(liveSessions.startAt), asc(liveSessions.id));
  const [sales] = await db
    .select({ sold: sql<number>`coalesce(sum(${ticketTypes.sold}), 0)`.mapWith(Number) })
    .from(ticketTypes)
    .where(eq(ticketTypes.liveId, live.id));
  return {
    id: String(live.id),
    version: live.version,
    status: live.status,
    refuse_reason: live.refuseReason,
    submitted_at: timeOf(live.submittedAt),
    document,
    cover_url: storage.urlOf(document.cover),
    todo: live.publishedAt === null ? liveTodos(document, now) : [],
    sessions: sessions.map(({ id, titleZh, titleEn, startAt, endAt, state }) => ({
      ...{ id: String(id), title: titleZh || titleEn, start_at: isoOf(startAt), end_at: isoOf(endAt), state },
    })),
    sold: sales?.sold ?? 0,
  };
}

/** @throws {ApiFailure} when the cover or the room does not exist, or belongs to another member */
async function checkReferences(db: Tx, storage: Storage, mentorId: number, document: LiveDocument): Promise<void> {
  const { cover, room_id } = document;
  if (cover !== '' && !(await storage.has(db, cover, mentorId, UploadType.Image))) {
    throw badField('cover', FieldProblem.Unknown);
  }
  if (room_id === null) return;
  // The lock keeps the room until the draft that refers to it is written.
  const [room] = await db
    .select({ id: liveRooms.id })
    .from(liveRooms)
    .where(and(eq(liveRooms.id, Number(room_id)), eq(liveRooms.ownerId, mentorId)))
    .for('key share');
  if (room === undefined) throw badField('room_id', FieldProblem.Unknown);
}

const columnsOf = ({ kind, mode, title }: LiveDocument) => ({ kind, mode, titleZh: title.zh, titleEn: title.en });
const asStored = (document: LiveDocument): unknown => JSON.parse(JSON.stringify(document));

interface Saving {
  readonly mentorId: number;
  readonly request: RequestOf<typeof saveLive>;
  readonly now: number;
}

/** Creates a class or activity, or saves the content of one that is not approved. */
export async function writeLive(db: Tx, storage: Storage, { mentorId, request, now }: Saving) {
  const { id, version, ...given } = request;
  const document = cleanDocument(given);
  await checkReferences(db, storage, mentorId, document);
  const row = { ...columnsOf(document), updatedAt: now };
  const saved = (savedId: number, next: number) => ({
    ...{ id: String(savedId), version: next, saved_at: isoOf(now), todo: liveTodos(document, now) },
  });
  if (id === undefined) {
    const [made] = await db
      .insert(lives)
      .values({ ...row, mentorId, createdAt: now })
      .returning({ id: lives.id, version: lives.version });
    if (made === undefined) throw new Error('a live class was not written');
    await db.insert(liveDrafts).values({ liveId: made.id, document, updatedAt: now });
    return saved(made.id, made.version);
  }
  const opened = await openLive(db, { mentorId, id });
  const { live } = opened;
  // A save whose response was lost is repeated: the change is already stored.
  if (live.version === version + 1 && isDeepStrictEqual(asStored(document), asStored(opened.document))) {
    return saved(live.id, live.version);
  }
  if (live.version !== version) throw new ApiFailure(FailureReason.VersionStale);
  const status = LIVE.next(live.status, 'edit');
  await db.update(liveDrafts).set({ document, updatedAt: now }).where(eq(liveDrafts.liveId, live.id));
  await db
    .update(lives)
    .set({ ...row, status, version: version + 1 })
    .where(eq(lives.id, live.id));
  return saved(live.id, version + 1);
}
