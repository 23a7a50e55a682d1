import { LiveSort, SaleState, type LiveCard, type listLives, type RequestOf } from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, asc, desc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { briefsOf, NOBODY } from '../courses/cards.js';
import { inLanguage } from '../http/language.js';
import type { Reader } from '../courses/reader.js';
import { searchQuery } from '../courses/search-tokens.js';
import type { Database } from '../db/database.js';
import { lives, type LiveRow } from '../db/schema/index.js';
import { heldSeats } from './seats.js';
import { isMentorThere, priceOf, saleStateOf, sessionsOf, typesOf } from './timeline.js';

type Filter = RequestOf<typeof listLives>;

/** Start of the next session; that of the last one when all have begun. */
const nextStart = (now: number): SQL<number> =>
  sql<number>`(SELECT coalesce(min(s.start_at) FILTER (WHERE s.start_at > ${now}), max(s.start_at))
    FROM live_session s WHERE s.live_id = ${lives.id} AND s.state <> 'cancelled')`;

/** Lowest price of a ticket that is on sale or will be; of any ticket when all sales have ended. */
const priceFrom = (now: number): SQL<number> => {
  const price = sql`CASE WHEN t.early_until > ${now} THEN t.early_price_cents ELSE t.price_cents END`;
  return sql<number>`(SELECT coalesce(min(${price}) FILTER (WHERE t.sale_end > ${now}), min(${price}))
    FROM ticket_type t WHERE t.live_id = ${lives.id})`;
};

const isOnSale = (now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ticket_type t WHERE t.live_id = ${lives.id} AND t.sale_start <= ${now} AND t.sale_end > ${now}
    AND t.sold + (SELECT coalesce(sum(o.quantity), 0) FROM orders o
      WHERE o.stock_key = 'ticket ' || t.id AND o.status = 'pending' AND o.expires_at > ${now}) < t.quantity)`;

/** A session on one of the days, in the site's time zone. */
function isOnDays(from: string | undefined, to: string | undefined): SQL | undefined {
  if (from === undefined && to === undefined) return undefined;
  const date = sql`(to_timestamp(s.start_at / 1000.0) AT TIME ZONE 'Asia/Taipei')::date`;
  const days = and(
    from === undefined ? undefined : sql`${date} >= ${from}::date`,
    to === undefined ? undefined : sql`${date} <= ${to}::date`,
  );
  return sql`EXISTS (SELECT 1 FROM live_session s WHERE s.live_id = ${lives.id} AND s.state <> 'cancelled' AND ${days})`;
}

const isNamed = (words: string): SQL => {
  const query = searchQuery(words);
  return query === '' ? sql`false` : sql`${lives.search} @@ ${query}::tsquery`;
};

/** A session that is not over. */
const hasComing = (now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM live_session s WHERE ${eq(sql`s.live_id`, lives.id)} AND s.end_at > ${now}
    AND s.state IN ('scheduled', 'open', 'live'))`;

/** Published, of a mentor who is not banned, and not over. */
export const isOnOffer = (now: number): SQL | undefined =>
  and(eq(lives.status, 'approved'), isNull(lives.deletedAt), isMentorThere, hasComing(now));

function conditionOf(filter: Filter, now: number): SQL | undefined {
  const { kind, keyword = '', mode, date_from, date_to, price_min, price_max, available } = filter;
  return and(
    eq(lives.kind, kind),
    isOnOffer(now),
    keyword === '' ? undefined : isNamed(keyword),
    mode === undefined ? undefined : eq(lives.mode, mode),
    isOnDays(date_from, date_to),
    price_min === undefined ? undefined : gte(priceFrom(now), price_min),
    price_max === undefined ? undefined : lte(priceFrom(now), price_max),
    available === true ? isOnSale(now) : undefined,
  );
}

const ORDERS: Readonly<Record<LiveSort, (now: number) => SQL>> = {
  [LiveSort.Soonest]: (now) => asc(nextStart(now)),
  [LiveSort.Newest]: () => desc(lives.publishedAt),
  [LiveSort.PriceUp]: (now) => asc(priceFrom(now)),
  [LiveSort.PriceDown]: (now) => desc(priceFrom(now)),
};

/** One page of classes or activities that are not over, and their number. */
export async function findLives(db: Database, filter: Filter & { page: number; limit: number }, now: number) {
  const { sort = LiveSort.Soonest, page, limit } = filter;
  const where = conditionOf(filter, now);
  const rows = await db
    .select()
    .from(lives)
    .where(where)
    .orderBy(ORDERS[sort](now), asc(lives.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, total: await db.$count(lives, where) };
}

const BEST_FIRST = [SaleState.Open, SaleState.NotOpen, SaleState.SoldOut, SaleState.Over] as const;

/** Cards in the given order; the number of queries does not depend on the number of classes. */
export async function cardsOf(reader: Reader, rows: readonly LiveRow[]): Promise<LiveCard[]> {
  if (rows.length === 0) return [];
  const { db, now, language, storage } = reader;
  const ids = rows.map(({ id }) => id);
  const [timelines, types] = [await sessionsOf(db, ids), await typesOf(db, ids)];
  const held = await heldSeats(
    db,
    types.map(({ type }) => type.id),
    now,
  );
  const hosts = await briefsOf(
    db,
    storage,
    rows.map(({ mentorId }) => mentorId),
  );
  return rows.map((live) => {
    const sessions = timelines.filter(({ liveId, state }) => liveId === live.id && state !== 'cancelled');
    const own = types.filter(({ type }) => type.liveId === live.id);
    const lefts = own.map(({ type }) => Math.max(0, type.quantity - type.sold - (held.get(type.id) ?? 0)));
    const sales = own.map((one, index) => saleStateOf(one, { status: live.status, left: lefts[index] ?? 0, now }));
    const priced = own.filter((_one, index) => sales[index] !== SaleState.Over);
    const opens = own.flatMap(({ type }, index) => (sales[index] === SaleState.NotOpen ? [type.saleStart] : []));
    const next = sessions.find(({ startAt }) => startAt > now) ?? sessions.at(-1);
    return {
      ...{ id: String(live.id), kind: live.kind, mode: live.mode },
      title: inLanguage(language, live.titleZh, live.titleEn),
      cover: storage.urlOf(live.cover),
      host: hosts.get(live.mentorId) ?? NOBODY,
      venue: live.venue,
      start_at: isoOf(next?.startAt ?? 0),
      end_at: isoOf(Math.max(0, ...sessions.map(({ endAt }) => endAt))),
      sessions: sessions.length,
      price_from_cents: Math.min(...(priced.length === 0 ? own : priced).map(({ type }) => priceOf(type, now))),
      seats_left: lefts.reduce((sum, left) => sum + left, 0),
      sale: BEST_FIRST.find((state) => sales.includes(state)) ?? SaleState.Over,
      sale_opens_at: opens.length === 0 ? null : isoOf(Math.min(...opens)),
    };
  });
}
