import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { COUPON_ITEMS } from './coupon-items.js';
import { MIGRATIONS } from './index.js';

const schema = `t${randomBytes(8).toString('hex')}`;
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  const before = MIGRATIONS.findIndex(({ sql }) => sql === COUPON_ITEMS);
  for (const { sql } of MIGRATIONS.slice(0, before)) await client.query(sql);
});
afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
});

test('coupons for a course are for that item, and those for any course for any item', async () => {
  await client.query(`
    INSERT INTO member (name, password_hash, locale, created_at, updated_at) VALUES ('師', '', 'zh', 1, 1);
    INSERT INTO course (mentor_id, title_zh, price_cents, original_price_cents, created_at, updated_at)
      VALUES (1, '課', 10000, 10000, 1, 1);
    INSERT INTO coupon (title_zh, kind, value, course_id, issuer_id, total, starts_at, ends_at, created_at)
      VALUES ('券', 'percent', 15, 1, 1, 1, 1, 2, 1), ('券', 'percent', 15, NULL, NULL, 1, 1, 2, 1)`);
  await client.query(COUPON_ITEMS);
  const { rows } = await client.query('SELECT item_type, item_id::int FROM coupon ORDER BY id');
  expect(rows).toEqual([
    { item_type: 'course', item_id: 1 },
    { item_type: null, item_id: null },
  ]);
  const half = client.query(`UPDATE coupon SET item_type = NULL WHERE id = 1`);
  await expect(half).rejects.toThrow('check constraint');
  await expect(client.query(`UPDATE coupon SET issuer_id = 1 WHERE id = 2`)).rejects.toThrow('check constraint');
});
