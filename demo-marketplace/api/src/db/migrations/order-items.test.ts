import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { MIGRATIONS } from './index.js';
import { ORDER_ITEMS } from './order-items.js';

const schema = `t${randomBytes(8).toString('hex')}`;
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  for (const { sql } of MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ sql }) => sql === ORDER_ITEMS),
  )) {
    await client.query(sql);
  }
});
afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
});

const ORDER = `INSERT INTO orders (order_no, buyer_id, title_zh, amount_cents, payable_cents, created_at, expires_at,`;

test('orders of an older version keep their course as an item, with its cover', async () => {
  await client.query(`
    INSERT INTO member (name, password_hash, locale, created_at, updated_at)
      VALUES ('買', '', 'zh', 1, 1), ('賣', '', 'zh', 1, 1);
    INSERT INTO course (mentor_id, title_zh, created_at, updated_at) VALUES (2, '課', 1, 1);
    INSERT INTO course_image (course_id, sort, key) VALUES (1, 0, 'cover.png'), (1, 1, 'other.png');
    ${ORDER} item_type, course_id, seller_id) VALUES ('1', 1, '課', 100, 100, 1, 2, 'crowdfund', 1, 2);
    ${ORDER} item_type) VALUES ('2', 1, '儲值', 100, 100, 1, 2, 'recharge')`);
  await client.query(ORDER_ITEMS);
  const { rows } = await client.query(
    'SELECT item_type, item_id::int, sku, quantity, cover, stock_key, once_per_buyer FROM orders ORDER BY id',
  );
  const plain = { sku: '', quantity: 1 };
  expect(rows).toEqual([
    {
      ...plain,
      item_type: 'crowdfund',
      item_id: 1,
      cover: 'cover.png',
      stock_key: 'course 1',
      once_per_buyer: true,
    },
    { ...plain, item_type: 'recharge', item_id: null, cover: '', stock_key: null, once_per_buyer: false },
  ]);
  // The table knows no types: this one has an item, and nobody who earns from it.
  await client.query(`${ORDER} item_type, item_id) VALUES ('3', 1, '票', 100, 100, 1, 2, 'ticket', 5)`);
  await expect(
    client.query(`${ORDER} item_type, item_id, stock_key, once_per_buyer)
      VALUES ('4', 1, '課', 100, 100, 1, 2, 'course', 1, 'course 1', true)`),
  ).rejects.toThrow('order_once_per_buyer');
});
