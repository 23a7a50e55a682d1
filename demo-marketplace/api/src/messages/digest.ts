import { Channel, Locale } from '@lectern/marketplace-contract';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import type { Database, Tx } from '../db/database.js';
import { digests, memberAccounts, members, notifications, outbox } from '../db/schema/index.js';
import type { Mail } from '../delivery/index.js';
import { enqueue, type JobHandler } from '../jobs/index.js';
import { settingsOf } from '../member/settings.js';
import type { NoticeKinds } from './kinds.js';
import { SETTINGS_LINK } from './notify.js';
import { noticeText } from './texts.js';

/** Kind of the job that sends digests. */
export const DIGEST_JOB = 'digest';
const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
/** Hour at which members receive the digest, in their time zone. */
const MORNING_HOUR = 8;
/** Older notifications are left out, even for a member who had no digest since. */
const NEWS_MS = 3 * HOURS_OF_DAY * HOUR_MS;
const MOST_SHOWN = 8;
const MOST_LETTERS = 160;
const AT_ONCE = 500;

const TEXTS = {
  [Locale.Chinese]: {
    subject: (n: number) => `每日摘要：${n} 則新通知`,
    lead: '早安！這些通知你還沒讀：',
    more: (n: number) => `……還有 ${n} 則`,
    open: '查看所有通知',
    stop: '不再收到每日摘要',
  },
  [Locale.English]: {
    subject: (n: number) => `Your summary: ${n === 1 ? '1 thing is' : `${n} things are`} new`,
    lead: 'Good morning! You have not read these yet:',
    more: (n: number) => `… and ${n} more`,
    open: 'See them all',
    stop: 'No more summaries',
  },
} as const;

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Schedules the digests of the next full hour, unless they are scheduled already. */
export function scheduleDigest(db: Tx, now: number): Promise<void> {
  const from = hourOf(now);
  const runAt = from + HOUR_MS;
  return enqueue(db, { kind: DIGEST_JOB, payload: { from }, runAt, uniqueKey: `${DIGEST_JOB} ${runAt}` });
}

/** Sends the digests that are due since the hour of its payload, however late it runs, and schedules the next hour. */
export const digestJob =
  (clock: Clock, kinds: NoticeKinds): JobHandler =>
  async ({ from }, db) => {
    const now = clock.now();
    const last = hourOf(now);
    const first = Math.max(Number(from) + HOUR_MS, last - (HOURS_OF_DAY - 1) * HOUR_MS);
    const hours: number[] = [];
    for (let hour = first; hour <= last; hour += HOUR_MS) hours.push(hour);
    await sendDigests(db, kinds, hours, now);
    await scheduleDigest(db, now);
  };

/** True when it became morning in the time zone in one of these hours; half-hour zones are half an hour late. */
function isMorning(timeZone: string, hours: readonly number[]): boolean {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return hours.some((hour) => Number(format.format(hour)) === MORNING_HOUR);
}

async function sendDigests(db: Database, kinds: NoticeKinds, hours: readonly number[], now: number): Promise<void> {
  const zones = await db.selectDistinct({ timezone: members.timezone }).from(members);
  const due = zones.map(({ timezone }) => timezone).filter((zone) => isMorning(zone, hours));
  if (due.length === 0) return;
  const isNews = and(
    eq(notifications.memberId, members.id),
    isNull(notifications.readAt),
    gt(notifications.createdAt, now - NEWS_MS),
    gt(notifications.id, sql`coalesce(${digests.upto}, 0)`),
  );
  const readers = await db
    .selectDistinctOn([members.id], {
      ...{ id: members.id, locale: members.locale, settings: members.settings },
      ...{ address: memberAccounts.account, upto: digests.upto },
    })
    .from(members)
    .innerJoin(memberAccounts, and(eq(memberAccounts.memberId, members.id), eq(memberAccounts.channel, Channel.Email)))
    .leftJoin(digests, eq(digests.memberId, members.id))
    .innerJoin(notifications, isNews)
    .where(and(eq(members.isBanned, false), inArray(members.timezone, due)))
    .orderBy(members.id);
  for (let from = 0; from < readers.length; from += AT_ONCE) {
    await writeTo(db, kinds, readers.slice(from, from + AT_ONCE), now);
  }
}

interface DigestReader {
  readonly id: number;
  readonly locale: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly upto: number | null;
}

async function writeTo(db: Database, kinds: NoticeKinds, readers: readonly DigestReader[], now: number): Promise<void> {
  const news = await db
    .select()
    .from(notifications)
    .where(
      and(
        inArray(
          notifications.memberId,
          readers.map(({ id }) => id),
        ),
        isNull(notifications.readAt),
        gt(notifications.createdAt, now - NEWS_MS),
      ),
    )
    .orderBy(asc(notifications.id));
  const mails = readers.flatMap(({ id, locale, settings, address, upto }) => {
    const { notify, digest } = settingsOf({ settings });
    // Notifications that were mailed one by one are left out.
    const own = news.filter(({ memberId, id: noticeId, kind }) => {
      const type = kinds[kind];
      return (
        memberId === id && noticeId > (upto ?? 0) && type?.always !== true && !notify[type?.type ?? 'system'].email
      );
    });
    const last = own.at(-1);
    if (!digest || last === undefined) return [];
    const language = locale === Locale.English ? Locale.English : Locale.Chinese;
    return [{ id, upto: last.id, mail: mailOf({ id, address, language }, kinds, own) }];
  });
  if (mails.length === 0) return;
  await db
    .insert(outbox)
    .values(mails.map(({ mail }) => ({ topic: 'mail', payload: { ...mail }, createdAt: now, runAt: now })));
  await db
    .insert(digests)
    .values(mails.map(({ id, upto }) => ({ memberId: id, upto, sentAt: now })))
    .onConflictDoUpdate({ target: digests.memberId, set: { upto: sql`excluded.upto`, sentAt: now } });
}

function mailOf(
  { id: memberId, address: to, language }: { readonly id: number; readonly address: string; readonly language: Locale },
  kinds: NoticeKinds,
  news: readonly (typeof notifications.$inferSelect)[],
): Mail {
  const texts = TEXTS[language];
  const said = news.flatMap(({ kind: name, params }) => {
    const kind = kinds[name];
    return kind === undefined ? [] : [noticeText(kind, params, language)];
  });
  const shortOf = (text: string): string => {
    const line = text.replaceAll('\n', ' ');
    return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
  };
  // Newest first, as on the site.
  const shown = said.toReversed().slice(0, MOST_SHOWN);
  const items = shown.map(({ title, text }) => `• ${title}\n  ${shortOf(text)}`);
  const rest = said.length - shown.length;
  return {
    to,
    subject: texts.subject(said.length),
    text: [texts.lead, ...items, ...(rest > 0 ? [texts.more(rest)] : [])].join('\n\n'),
    links: [{ label: texts.open, path: '/xitong' }, SETTINGS_LINK[language]],
    stop: { label: texts.stop, memberId, what: 'digest' },
  };
}
