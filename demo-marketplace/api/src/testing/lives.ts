import { SITE_TIME_ZONE, formatDate, type LiveDocument, type LivePackage } from '@lectern/marketplace-contract';
import { asc, eq } from 'drizzle-orm';
import { liveDrafts, liveRooms, lives, liveSessions, ticketTypes } from '../db/schema/index.js';
import { decideLive } from '../live/index.js';
import type { World } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const date = (at: number): string => formatDate(at, SITE_TIME_ZONE);

/** A package that meets all rules: 30 tickets for session `a`, on sale until it begins. */
export const packageAt = (now: number, more: Partial<LivePackage> = {}): LivePackage => ({
  ...{ name: { zh: '一般票', en: 'Standard' }, price_cents: 10_000, original_price_cents: 12_000 },
  ...{ early_price_cents: null, early_until: null, quantity: 30, limit_per_member: 2 },
  ...{ sale_start: iso(now), sale_end: iso(now + 10 * DAY), use_from: date(now), use_until: date(now + 30 * DAY) },
  sessions: ['a'],
  ...more,
});

/** A document that meets all rules: one session of an hour in ten days, and one package. */
export const documentAt = (now: number, more: Partial<LiveDocument> = {}): LiveDocument => ({
  ...{ kind: 'class', mode: 'online', title: { zh: '直播寫作課', en: 'Writing, live' } },
  ...{ intro: { zh: '<p>一起寫作</p>', en: '<p>We write together</p>' }, cover: 'image/20270115/cover.png' },
  ...{ room_id: null, venue: '', map_link: '', refund_policy: 'flexible' },
  ...{ broadcast_start: iso(now), broadcast_end: iso(now + DAY) },
  timeline: [
    {
      ref: 'a',
      title: { zh: '第一場', en: 'First session' },
      start_at: iso(now + 10 * DAY),
      end_at: iso(now + 10 * DAY + HOUR),
    },
  ],
  packages: [packageAt(now)],
  ...more,
});

/** A live room. */
export async function roomIn(world: World, ownerId: number): Promise<string> {
  const now = world.clock.now();
  const [made] = await world.db
    .insert(liveRooms)
    .values({ ownerId, name: '教室', createdAt: now, updatedAt: now })
    .returning({ id: liveRooms.id });
  return String(made?.id);
}

/** A class that awaits its decision. */
export async function submittedLive(world: World, mentorId: number, more: Partial<LiveDocument> = {}): Promise<number> {
  const now = world.clock.now();
  const room_id = more.mode === 'offline' ? null : await roomIn(world, mentorId);
  const document = documentAt(now, { room_id, ...more });
  const { kind, mode } = document;
  const [live] = await world.db
    .insert(lives)
    .values({
      kind,
      mode,
      titleZh: document.title.zh,
      titleEn: document.title.en,
      mentorId,
      status: 'pending',
      submittedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: lives.id });
  const liveId = live?.id ?? 0;
  await world.db.insert(liveDrafts).values({ liveId, document, updatedAt: now });
  return liveId;
}

/** A published class with the ids of its sessions and ticket types, in the order of the document. */
export async function liveIn(world: World, mentorId: number, more: Partial<LiveDocument> = {}) {
  const id = await submittedLive(world, mentorId, more);
  await world.db.transaction((tx) => decideLive(tx, { id, pass: true, reason: '', now: world.clock.now() }));
  const sessions = await world.db
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .where(eq(liveSessions.liveId, id))
    .orderBy(asc(liveSessions.id));
  const types = await world.db
    .select({ id: ticketTypes.id })
    .from(ticketTypes)
    .where(eq(ticketTypes.liveId, id))
    .orderBy(asc(ticketTypes.sort));
  return { id, no: String(id), sessions: sessions.map((row) => row.id), types: types.map((row) => row.id) };
}
