import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { enqueue } from '../jobs/index.js';
import { post } from '../ledger/index.js';
import { placeOrder } from '../orders/orders.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import { World } from '../testing/world.js';
import { isTx, type Database, type Pool, type Tx } from './database.js';
import { jobs } from './schema/index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const job = (kind: string) => ({ kind, payload: {}, runAt: Number.MAX_SAFE_INTEGER });
const countOf = (kind: string): Promise<number> => world.db.$count(jobs, sql`${jobs.kind} = ${kind}`);

describe('a transaction', () => {
  test('is told apart from the pool, at its savepoints too', async () => {
    expect(isTx(world.db)).toBe(false);
    const seen = await world.db.transaction(async (tx) => [
      isTx(tx),
      await tx.transaction(async (inner) => isTx(inner)),
    ]);
    expect(seen).toEqual([true, true]);
  });

  test('leaves nothing of what was written before it failed', async () => {
    const failing = world.db.transaction(async (tx) => {
      await enqueue(tx, job('undone'));
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await countOf('undone')).toBe(0);
  });

  test('keeps what was written outside of a savepoint that failed', async () => {
    await world.db.transaction(async (tx) => {
      await enqueue(tx, job('kept'));
      const failing = tx.transaction(async (inner) => {
        await enqueue(inner, job('kept-inner'));
        throw new Error('half way');
      });
      await expect(failing).rejects.toThrow('half way');
    });
    expect([await countOf('kept'), await countOf('kept-inner')]).toEqual([1, 0]);
  });
});

describe('what must happen in a transaction', () => {
  /** Checked by the compiler: each line must be a type error. */
  const refused = (pool: Pool, either: Database, types: PurchasableTypes): readonly (() => unknown)[] => {
    const event = { business: 'x', businessId: 'y', memo: '', at: 0, postings: [] };
    const wanted = { item: { type: 'course', id: '1' } } as const;
    return [
      // @ts-expect-error: a job belongs to what is committed with it
      () => enqueue(pool, job('x')),
      // @ts-expect-error: nor may it be either
      () => enqueue(either, job('x')),
      // @ts-expect-error: money moves with what it is for
      () => post(pool, event),
      // @ts-expect-error: an order takes coupons, points and seats with it
      () => placeOrder(pool, types, { wanted, buyer: { id: 1, identity: 1 }, now: 0 }),
      (): Tx =>
        // @ts-expect-error: nobody makes one of the pool
        pool,
      (): Tx =>
        // @ts-expect-error: nor of its methods
        ({ ...pool, rollback: () => pool.rollback() }),
      (tx?: Tx): Pool | undefined =>
        // @ts-expect-error: a transaction is not the pool
        tx,
    ];
  };

  test('is refused with the pool by the compiler', () => {
    expect(refused(world.db, world.db, world.parts.purchasables)).toHaveLength(7);
  });
});
