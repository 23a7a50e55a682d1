import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../testing/world.js';
import { AccountKind, balanceOf, OUTSIDE, post, UncoveredError, Unit, type AccountName } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

let owners = 0;
let events = 0;
const newOwner = (): number => (owners += 1);
const balance = (ownerId: number): AccountName => ({
  ownerType: 'member',
  ownerId,
  kind: AccountKind.Balance,
  unit: Unit.Money,
});
const event = (business = 'test') => ({ business, businessId: String((events += 1)), memo: '', at: world.clock.now() });
const move = (from: AccountName, to: AccountName, amount: number) =>
  world.db.transaction((tx) =>
    post(tx, {
      ...event(),
      postings: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    }),
  );

/** Invariants of the ledger, counted in the database. */
async function audit() {
  const { rows } = await world.db.execute<{ uneven: string; strays: string; negative: string }>(sql`
    SELECT
      (SELECT count(*) FROM (
        SELECT 1 FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
        GROUP BY e.transaction_id, a.unit HAVING sum(e.amount) <> 0) x) AS uneven,
      (SELECT count(*) FROM ledger_account a
        WHERE a.balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE account_id = a.id)) AS strays,
      (SELECT count(*) FROM ledger_account WHERE balance < 0 AND NOT may_owe) AS negative`);
  return rows[0];
}
const CLEAN = { uneven: '0', strays: '0', negative: '0' };

describe('a transaction', () => {
  test('takes as much as it gives', async () => {
    const member = balance(newOwner());
    expect(await move(OUTSIDE, member, 128_000)).toBe(true);
    expect(await balanceOf(world.db, member)).toBe(128_000);
    expect(await balanceOf(world.db, balance(newOwner()))).toBe(0);
  });

  test.each([
    ['one side', [1]],
    ['sides that differ', [-5, 4]],
    ['nothing to move', [0, 0]],
    ['half a cent', [-0.5, 0.5]],
    ['more than can be counted', [-(2 ** 60), 2 ** 60]],
  ])('with %s is refused', async (_title, amounts) => {
    const postings = amounts.map((amount) => ({ account: balance(newOwner()), amount }));
    await expect(world.db.transaction((tx) => post(tx, { ...event(), postings }))).rejects.toThrow(RangeError);
  });

  test('does not turn points into money', async () => {
    const owner = newOwner();
    const points = { ...balance(owner), unit: Unit.Points };
    const postings = [
      { account: OUTSIDE, amount: -100 },
      { account: points, amount: 100 },
    ];
    await expect(world.db.transaction((tx) => post(tx, { ...event(), postings }))).rejects.toThrow('out of balance');
  });

  test('is booked once for each event, however often and from how many sides it is posted', async () => {
    const member = balance(newOwner());
    const postings = [
      { account: OUTSIDE, amount: -100 },
      { account: member, amount: 100 },
    ];
    const same = { ...event('payment'), postings };
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => world.db.transaction((tx) => post(tx, same))));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(world.db, member)).toBe(100);
  });

  test('takes no more than there is; whoever posts it can go on', async () => {
    const [poor, rich] = [balance(newOwner()), balance(newOwner())];
    await move(OUTSIDE, poor, 100);
    await world.db.transaction(async (db) => {
      const postings = [
        { account: poor, amount: -101 },
        { account: rich, amount: 101 },
      ];
      await expect(post(db, { ...event(), postings })).rejects.toBeInstanceOf(UncoveredError);
      postings[0] = { account: poor, amount: -100 };
      postings[1] = { account: rich, amount: 100 };
      await post(db, { ...event(), postings });
    });
    expect([await balanceOf(world.db, poor), await balanceOf(world.db, rich)]).toEqual([0, 100]);
  });

  test('is undone with what it was for', async () => {
    const member = balance(newOwner());
    const failing = world.db.transaction(async (db) => {
      await post(db, {
        ...event(),
        postings: [
          { account: OUTSIDE, amount: -7 },
          { account: member, amount: 7 },
        ],
      });
      throw new Error('the order is gone');
    });
    await expect(failing).rejects.toThrow('the order is gone');
    expect(await balanceOf(world.db, member)).toBe(0);
  });

  test('of two withdrawals of one balance lets one through', async () => {
    const [member, fee] = [balance(newOwner()), balance(newOwner())];
    await move(OUTSIDE, member, 1_000);
    const results = await Promise.allSettled([1, 2, 3].map(() => move(member, fee, 1_000)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balanceOf(world.db, member)).toBe(0);
  });
});

describe('the database itself', () => {
  const refuses = (statement: ReturnType<typeof sql>) => expect(world.db.execute(statement)).rejects.toThrow();

  test('refuses an uneven transaction, a changed entry and a changed balance', async () => {
    const member = balance(newOwner());
    await move(OUTSIDE, member, 5);
    await refuses(sql`
      WITH t AS (INSERT INTO ledger_transaction (business, business_id, memo, at) VALUES ('x', 'y', '', 1) RETURNING id)
      INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after)
      SELECT t.id, (SELECT max(id) FROM ledger_account), 5, 0 FROM t`);
    await refuses(sql`UPDATE ledger_entry SET amount = amount + 1`);
    await refuses(sql`DELETE FROM ledger_entry`);
    await refuses(sql`DELETE FROM ledger_transaction`);
    await refuses(sql`UPDATE ledger_account SET balance = balance + 1`);
    expect(await balanceOf(world.db, member)).toBe(5);
    expect(await audit()).toEqual(CLEAN);
  });
});

test('whatever is moved in whatever order at the same time, the books sum to zero and nobody owes', async () => {
  const PEOPLE = 4;
  const transfer = fc.record({
    from: fc.nat({ max: PEOPLE }),
    to: fc.nat({ max: PEOPLE }),
    amount: fc.integer({ min: 1, max: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 12 }), async (transfers) => {
      // The last account is the outside world.
      const accounts = [...Array.from({ length: PEOPLE }, () => balance(newOwner())), OUTSIDE];
      const before = await balanceOf(world.db, OUTSIDE);
      const expected = new Map(accounts.map((account) => [account, account === OUTSIDE ? before : 0]));
      await Promise.all(
        transfers.map(async ({ from, to, amount }) => {
          const [source, target] = [accounts[from]!, accounts[to]!];
          if (source === target) return;
          try {
            await move(source, target, amount);
            expected.set(source, expected.get(source)! - amount);
            expected.set(target, expected.get(target)! + amount);
          } catch (error) {
            // Only insufficient funds may be refused; any other error, above all a deadlock, is a bug.
            expect(error).toBeInstanceOf(UncoveredError);
          }
        }),
      );
      for (const [account, amount] of expected) expect(await balanceOf(world.db, account)).toBe(amount);
      expect(await audit()).toEqual(CLEAN);
    }),
    { numRuns: 15 },
  );
});
