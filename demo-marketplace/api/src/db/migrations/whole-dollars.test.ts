import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { MIGRATIONS } from './index.js';
import { WHOLE_DOLLARS } from './whole-dollars.js';

const schema = `t${randomBytes(8).toString('hex')}`;
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  const before = MIGRATIONS.findIndex(({ sql }) => sql === WHOLE_DOLLARS);
  for (const { sql } of MIGRATIONS.slice(0, before)) await client.query(sql);
});
afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
});

const draft = (price: number, crowdfund: object | null) =>
  JSON.stringify({
    basics: { title: { zh: '課', en: '' }, price_cents: price, original_price_cents: price, crowdfund },
    chapters: [],
  });
const ORDER = `INSERT INTO orders (order_no, buyer_id, item_type, title_zh, amount_cents, coupon_off_cents, payable_cents,
  status, created_at, expires_at) VALUES`;

test('stored amounts lose their cents to the buyer’s advantage; what was paid, and what is being paid, keeps them', async () => {
  await client.query(`
    INSERT INTO member (name, password_hash, locale, created_at, updated_at) VALUES ('買', '', 'zh', 1, 1);
    INSERT INTO course (mentor_id, title_zh, price_cents, original_price_cents, created_at, updated_at)
      VALUES (1, '課', 9950, 10099, 1, 1), (1, '課', 50, 60, 1, 1), (1, '課', 0, 0, 1, 1), (1, '課', 20000, 20000, 1, 1);
    INSERT INTO crowdfund (course_id, target_type, target, starts_at, deadline, early_price_cents, produce_by)
      VALUES (1, 'amount', 100050, 1, 2, 9940, 3), (2, 'people', 33, 1, 2, 30, 3);
    INSERT INTO coupon (title_zh, kind, value, min_cents, total, starts_at, ends_at, created_at)
      VALUES ('券', 'fixed', 150, 999, 1, 1, 2, 1), ('券', 'percent', 15, 0, 1, 1, 2, 1);
    ${ORDER} ('1', 1, 'ticket', '票', 9950, 100, 9850, 'pending', 1, 2), ('2', 1, 'ticket', '票', 9950, 0, 9950, 'paid', 1, 2),
      ('3', 1, 'ticket', '票', 9950, 0, 9950, 'pending', 1, 2), ('4', 1, 'ticket', '票', 9900, 0, 9900, 'pending', 1, 2);
    INSERT INTO payment (order_id, channel, out_no, amount_cents, created_at) VALUES (3, 'card', 'out', 9950, 1)`);
  const terms = { target_type: 'amount', target: 100_050, early_price_cents: 9_940 };
  await client.query('INSERT INTO course_draft (course_id, document, updated_at) VALUES (1, $1, 1), (2, $2, 1)', [
    draft(9_950, terms),
    draft(20_000, null),
  ]);
  await client.query(WHOLE_DOLLARS);
  const rowsOf = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
  expect(await rowsOf('SELECT price_cents::int, original_price_cents::int FROM course ORDER BY id')).toEqual([
    [9_900, 10_000],
    [100, 100],
    [0, 0],
    [20_000, 20_000],
  ]);
  expect(await rowsOf('SELECT target::int, early_price_cents::int FROM crowdfund ORDER BY course_id')).toEqual([
    [100_000, 9_900],
    [33, 100],
  ]);
  expect(await rowsOf('SELECT value::int, min_cents::int FROM coupon ORDER BY id')).toEqual([
    [200, 900],
    [15, 0],
  ]);
  expect(await rowsOf('SELECT amount_cents::int, payable_cents::int FROM orders ORDER BY id')).toEqual([
    [9_900, 9_800],
    [9_950, 9_950],
    [9_950, 9_950],
    [9_900, 9_900],
  ]);
  const drafts = (await rowsOf('SELECT document FROM course_draft ORDER BY course_id')).flat();
  expect(drafts).toEqual(
    [
      JSON.parse(draft(9_900, { ...terms, target: 100_000, early_price_cents: 9_900 })) as unknown,
      JSON.parse(draft(20_000, null)) as unknown,
    ].map((document) => expect.objectContaining(document as object) as unknown),
  );
  expect(drafts[0]).toMatchObject({ basics: { original_price_cents: 9_900 } });
});
