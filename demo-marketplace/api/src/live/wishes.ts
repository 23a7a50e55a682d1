import { isoOf } from '@lectern/kit/clock';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../courses/reader.js';
import { lives, wishes } from '../db/schema/index.js';
import { cardsOf, isOnOffer } from './listing.js';

/** One page of the classes and activities on a member's wish list, and their number. */
export async function wishesOf(reader: Reader, { page, limit }: { readonly page: number; readonly limit: number }) {
  const { db, now, memberId } = reader;
  const where = and(
    eq(wishes.memberId, memberId),
    inArray(wishes.type, ['live', 'activity']),
    isNull(lives.deletedAt),
    isNotNull(lives.publishedAt),
  );
  const source = () =>
    db
      .select({ wish: wishes, live: lives, isOnSale: sql<boolean>`${isOnOffer(now)}` })
      .from(wishes)
      .innerJoin(lives, eq(lives.id, wishes.targetId))
      .where(where);
  const rows = await source()
    .orderBy(desc(wishes.createdAt), desc(wishes.targetId))
    .limit(limit)
    .offset((page - 1) * limit);
  const cards = await cardsOf(
    reader,
    rows.map(({ live }) => live),
  );
  const list = rows.flatMap(({ wish, isOnSale }, index) => {
    const live = cards[index];
    if (live === undefined) return [];
    return [{ live, wished_at: isoOf(wish.createdAt), price_then_cents: wish.priceCents, on_sale: isOnSale }];
  });
  return { list, total: await db.$count(source().as('wished')), page, limit };
}
