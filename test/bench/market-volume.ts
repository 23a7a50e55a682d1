import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase, startCluster } from '../../kit/src/postgres/index.js';
import { ServerProcess } from '../support/index.js';
import { measure } from './api.js';
import type { BenchResult } from './result.js';

/** Number of rows beside those of the demo; the reference names this volume for its budgets. */
const COURSES = 20_000;
const ORDERS = 100_000;
const MEMBERS = 20_000;
/** Rows that belong to the demo's mentor and learner, so that their screens have several pages. */
const OWN_COURSES = 200;
const OWN_ORDERS = 300;

/**
 * Statements that fill the marketplace's schema with copies of the demo's rows. The demo's mentor teaches one course in
 * a hundred, and its learner has bought some hundreds.
 */
const FILLING: readonly string[] = [
  `CREATE TEMP TABLE demo AS SELECT
    (SELECT member_id FROM member_account WHERE account = 'mentor@example.org') AS mentor,
    (SELECT member_id FROM member_account WHERE account = 'learner@example.org') AS learner,
    (SELECT max(id) FROM member) AS members, (SELECT max(id) FROM course) AS courses,
    (extract(epoch FROM now()) * 1000)::bigint AS at`,
  `INSERT INTO member (name, password_hash, locale, provider_check_status, is_provider, created_at, updated_at)
    SELECT '會員 ' || n, '-', 'zh', CASE WHEN n % 20 = 0 THEN 2 ELSE 0 END, n % 20 = 0, at - n * 100000, at - n * 100000
    FROM demo, generate_series(1::bigint, ${MEMBERS}) n`,
  `INSERT INTO course (mentor_id, category_id, title_zh, title_en, subtitle_zh, subtitle_en, level, lang, price_cents,
      original_price_cents, status, learners_n, rating_sum, rating_n, seconds, search, published_at, created_at, updated_at)
    SELECT CASE WHEN n % (${COURSES} / ${OWN_COURSES}) = 0 THEN mentor ELSE members + 20 * (1 + n % (${MEMBERS} / 20)) END,
      c.category_id, c.title_zh || ' ' || n, c.title_en || ' ' || n, c.subtitle_zh, c.subtitle_en, n % 4, c.lang,
      10000 + n % 97 * 1000, 120000, 'approved', n % 211, n % 43 * 4, n % 43, n % 15000, c.search, at - n * 1000000,
      at - n * 1000000, at - n * 1000000
    FROM demo, generate_series(1::bigint, ${COURSES}) n
    JOIN (SELECT *, row_number() OVER (ORDER BY id) AS place FROM course WHERE status = 'approved') c ON c.place = 1 + n % 39`,
  `INSERT INTO course_image (course_id, sort, key)
    SELECT id, 0, 'demo/cover/1-code.svg' FROM course, demo WHERE id > courses`,
  `INSERT INTO chapter (course_id, title_zh) SELECT id, '第一章' FROM course, demo WHERE id > courses`,
  `INSERT INTO unit (course_id, chapter_id, type, title_zh, media_id, seconds, sort)
    SELECT chapter.course_id, chapter.id, 'video', '第 ' || n || ' 課', (SELECT min(media_id) FROM caption), 36, n
    FROM demo, chapter, generate_series(1::bigint, 4) n WHERE course_id > courses`,
  `INSERT INTO orders (order_no, buyer_id, item_type, item_id, stock_key, once_per_buyer, seller_id, title_zh, amount_cents, payable_cents, fee_cents,
      status, channel, created_at, expires_at, paid_at, release_at, closed_at)
    SELECT lpad(n::text, 18, '0'), CASE WHEN n <= ${OWN_ORDERS} THEN learner ELSE members + 1 + n % ${MEMBERS} END, 'course',
      c.id, 'course ' || c.id, true, c.mentor_id, c.title_zh, 10000, 10000, 1000, (ARRAY['settled', 'paid', 'cancelled', 'refunded'])[(1 + n % 4)::int],
      'mock', at - n * 60000, at - n * 60000 + 1800000, at - n * 60000, at - n * 60000, at
    FROM demo, generate_series(1::bigint, ${ORDERS}) n JOIN LATERAL
      (SELECT * FROM course WHERE id = courses + 1 + (n * 7 + n / ${MEMBERS} * 13) % ${COURSES}) c ON true
    ON CONFLICT DO NOTHING`,
  `INSERT INTO enrollment (member_id, course_id, source, order_no, percent, learned_at, created_at)
    SELECT buyer_id, item_id, 'order', order_no, id % 101, paid_at, paid_at FROM orders, demo
    WHERE order_no LIKE '00000%' AND status IN ('paid', 'settled') ON CONFLICT DO NOTHING`,
  `INSERT INTO review (course_id, member_id, star, content, created_at, updated_at)
    SELECT course_id, member_id, 3 + e.id % 3, '很有收穫的一門課', e.created_at, e.created_at FROM enrollment e, demo
    WHERE course_id > courses AND e.id % 3 = 0`,
  `INSERT INTO course_question (course_id, member_id, content, created_at)
    SELECT course_id, member_id, '這一段可以再解釋一次嗎？', e.created_at FROM enrollment e, demo
    WHERE course_id > courses AND e.id % 5 = 0`,
  `INSERT INTO follow (member_id, target_id, created_at)
    SELECT members + n, CASE WHEN n % 5 = 0 THEN mentor ELSE members + 20 * (1 + n * 3 % (${MEMBERS} / 20)) END, at
    FROM demo, generate_series(1::bigint, ${MEMBERS}) n ON CONFLICT DO NOTHING`,
  `INSERT INTO wish (member_id, type, target_id, price_cents, created_at)
    SELECT CASE WHEN n % 100 = 0 THEN learner ELSE members + n END, 'course', courses + n, 12000, at
    FROM demo, generate_series(1::bigint, ${COURSES}) n ON CONFLICT DO NOTHING`,
  `INSERT INTO notification (member_id, type, kind, params, created_at)
    SELECT CASE WHEN n % 200 = 0 THEN learner ELSE members + 1 + n % ${MEMBERS} END, 'order', 'recharge-paid',
      '{"amount":10000}', at - n FROM demo, generate_series(1::bigint, ${ORDERS}) n`,
  `INSERT INTO course_view (course_id, hour, n)
    SELECT id, (at / 3600000) - h * 24, 3 FROM demo, course, generate_series(1::bigint, 5) h WHERE id > courses`,
  `INSERT INTO audit_log (at, actor_id, action, target, details, ip, request_id)
    SELECT at - n, mentor, (ARRAY['course-approved', 'login', 'profile-changed'])[(1 + n % 3)::int], 'course:' || n, '{}', '192.0.2.1', ''
    FROM demo, generate_series(1::bigint, ${ORDERS} / 2) n`,
  `INSERT INTO ledger_transaction (business, business_id, memo, at)
    SELECT 'recharge', 'volume' || n, '', at - n * 1000 FROM demo, generate_series(1::bigint, ${OWN_ORDERS}) n`,
  `INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after)
    SELECT t.id, side.account, side.amount, 0 FROM demo
    JOIN ledger_transaction t ON t.business = 'recharge' AND t.business_id LIKE 'volume%'
    CROSS JOIN LATERAL (VALUES
      ((SELECT id FROM ledger_account WHERE kind = 'outside' AND unit = 'TWD'), -10000),
      ((SELECT id FROM ledger_account WHERE owner_id = learner AND kind = 'balance' AND unit = 'TWD'), 10000)
    ) side (account, amount)`,
  'ANALYZE',
];

/** Fills the schema of a marketplace that has just written its demo. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET search_path TO marketplace');
    for (const statement of FILLING) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Measures the response times of the API with 20 thousand courses and 100 thousand orders. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-volume-'));
  const cluster = await startCluster({ dataDir, log: () => undefined });
  try {
    const url = await ensureDatabase(cluster, 'volume');
    const server = await ServerProcess.start({ program: 'marketplace', env: { MARKETPLACE_DATABASE_URL: url } });
    try {
      await fill(url);
      const results = await measure(server, `database of ${COURSES} courses and ${ORDERS} orders`);
      // Watched: the budgets are of the seeded database.
      return results.map(({ name, value, note }) => ({ name: `${name}, in a large database`, value, note }));
    } finally {
      await server.close();
    }
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
