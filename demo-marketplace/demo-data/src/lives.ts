import { formatDate, SITE_TIME_ZONE, type LiveDocument, type LivePackage } from '@lectern/marketplace-contract';
import { decideLive, liveDrafts, liveRooms, lives, type Tx } from '@lectern/marketplace-api/seeding';
import { both } from './lessons.js';
import { LIVES, type DemoLive } from './live-lines.js';
import type { DemoPeople } from './members.js';
import { coverKey } from './pictures.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CENTS = 100;
const WEEK = 7;
/** Lower cover numbers belong to courses. */
const FIRST_COVER = 61;

const iso = (at: number): string => new Date(at).toISOString();
const day = (at: number): string => formatDate(at, SITE_TIME_ZONE);
/** An hour of the site's clock, some days after the day of `now`. */
const atHour = (now: number, days: number, hour: number): number =>
  Date.parse(`${day(now)}T00:00:00+08:00`) + days * DAY_MS + hour * HOUR_MS;

/** Content of a class or activity, with all times after `now`. */
function documentOf(line: DemoLive, roomId: string | null, sort: number, now: number): LiveDocument {
  const { kind, venue, weeks, inDays, hour, hours } = line;
  const timeline = Array.from({ length: weeks }, (_, week) => {
    const start = atHour(now, inDays + week * WEEK, hour);
    const title = weeks === 1 ? both(line.title) : { zh: `第 ${week + 1} 堂`, en: `Session ${week + 1}` };
    return { ref: `s${week + 1}`, title, start_at: iso(start), end_at: iso(start + hours * HOUR_MS) };
  });
  const first = Date.parse(timeline[0]?.start_at ?? '');
  const last = Date.parse(timeline.at(-1)?.end_at ?? '');
  const packages = line.tickets.map(({ name, price, early, quantity }): LivePackage => {
    const price_cents = price * CENTS;
    const earlyUntil = now + (first - now) / 2;
    return {
      ...{ name: both(name), price_cents, original_price_cents: price_cents, quantity, limit_per_member: 4 },
      early_price_cents: early === undefined ? null : early * CENTS,
      early_until: early === undefined ? null : iso(earlyUntil),
      ...{ sale_start: iso(now), sale_end: iso(first), use_from: day(now), use_until: day(last) },
      sessions: timeline.map(({ ref }) => ref),
    };
  });
  const [zh, en] = [both(line.intro).zh, both(line.intro).en];
  return {
    ...{ kind, mode: venue === '' ? 'online' : 'offline', title: both(line.title) },
    intro: { zh: `<p>${zh}</p>`, en: `<p>${en}</p>` },
    ...{ cover: coverKey(FIRST_COVER + sort, line.motif), room_id: roomId, venue, map_link: line.map },
    ...{ refund_policy: line.policy, timeline, packages },
    ...{ broadcast_start: iso(now), broadcast_end: iso(now + (first - now) / 2) },
  };
}

async function seedLive(tx: Tx, mentorId: number, { line, sort }: { line: DemoLive; sort: number }, now: number) {
  const written = { createdAt: now, updatedAt: now };
  const [room] =
    line.venue === ''
      ? await tx
          .insert(liveRooms)
          .values({ ownerId: mentorId, name: both(line.title).zh, ...written })
          .returning({ id: liveRooms.id })
      : [];
  const document = documentOf(line, room === undefined ? null : String(room.id), sort, now);
  const { kind, mode, title } = document;
  const submitted = { status: 'pending' as const, submittedAt: now };
  const [live] = await tx
    .insert(lives)
    .values({ kind, mode, mentorId, titleZh: title.zh, titleEn: title.en, ...submitted, ...written })
    .returning({ id: lives.id });
  if (live === undefined) throw new Error('a live class was not written');
  await tx.insert(liveDrafts).values({ liveId: live.id, document, updatedAt: now });
  await decideLive(tx, { id: live.id, pass: true, reason: '', now });
}

/** Seeds live classes and activities of the coming weeks, as the back office publishes them. */
export async function seedLives(tx: Tx, { mentors }: DemoPeople, now: number): Promise<void> {
  for (const [sort, line] of LIVES.entries()) {
    const mentorId = mentors[line.mentor] ?? mentors[0];
    if (mentorId === undefined) throw new Error('there are no mentors');
    await seedLive(tx, mentorId, { line, sort }, now);
  }
}
