import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { StallingProxy } from '../testing/index.js';
import { isDatabaseAway, isDuplicate, openDatabase, type Migration, type OpenDatabase } from './index.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://` of the PostgreSQL that all test files share; see test/support/postgres-setup.ts. */
    postgresUrl: string;
  }
}

const url = inject('postgresUrl');
const MARKS: Migration = { name: '0001-marks', sql: 'CREATE TABLE mark (mark text)' };
const none = (): void => undefined;
const freshSchema = (): string => `k${randomBytes(8).toString('hex')}`;

const open = (
  options: Partial<Parameters<typeof openDatabase>[0]> = {},
): Promise<OpenDatabase<Record<string, unknown>>> =>
  openDatabase({
    url,
    schemaName,
    schema: {},
    migrations: [MARKS],
    table: 'migration',
    lock: 1,
    onError: none,
    ...options,
  });

const schemaName = freshSchema();
let database: OpenDatabase<Record<string, unknown>>;
const used: string[] = [schemaName];

beforeAll(async () => {
  database = await open();
});

afterAll(async () => {
  for (const name of used) await database.db.execute(sql`DROP SCHEMA IF EXISTS ${sql.identifier(name)} CASCADE`);
  await database.close();
});

it('outlives connections that break while nobody waits for them, and tells who uses them next', async () => {
  const { db } = database;
  const broken = db.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const pid = rows[0]?.pid ?? 0;
    // With a time limit the function returns once the other connection has ended.
    await db.execute(sql`SELECT pg_terminate_backend(${pid}, 60000)`);
    await db.execute(sql`SELECT 1`);
    await transaction.execute(sql`SELECT 1`);
  });
  expect(isDatabaseAway(await broken.catch((error: unknown) => error))).toBe(true);
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});

it.each([
  ['no room on the disk', '53100', true],
  ['no memory', '53200', true],
  ['a broken rule', '23514', false],
])('tells errors that pass from others: %s', async (_what, code, isAway) => {
  const raised = database.db.execute(sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`));
  expect(isDatabaseAway(await raised.catch((error: unknown) => error))).toBe(isAway);
});

it('has its connections back from transactions that could not begin', async () => {
  const { db } = database;
  const impossible = { isolationLevel: 'none at all' as 'serializable' };
  // More than the pool's connections.
  for (let count = 0; count < 12; count += 1) {
    await expect(db.transaction(() => Promise.resolve(), impossible)).rejects.toThrow('begin');
  }
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});

describe('a database that hangs', () => {
  // Long enough for a busy machine to open all connections of the pool.
  const timeouts = { checkoutMs: 1_500, queryMs: 2_000 };
  /** More than the pool's connections. */
  const USERS = 14;

  it('is given up in time by all who wait for it, and serves them again once it goes on', async () => {
    const proxy = await StallingProxy.open(url);
    const { db, close } = await open({ url: proxy.url, timeouts });
    const mark = (name: string) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`);
        await transaction.execute(sql`INSERT INTO mark VALUES (${name})`);
      });
    await Promise.all(Array.from({ length: USERS }, () => mark('before')));

    proxy.stall();
    const begun = performance.now();
    await expect(mark('lost')).rejects.toThrow();
    // A transaction on an open connection waits for one answer: not for that to its rollback, nor to anything after it.
    expect(performance.now() - begun).toBeLessThan(2 * timeouts.queryMs);
    const started = performance.now();
    const waiting = Array.from({ length: USERS }, (_, user) => (user % 2 ? mark('lost') : db.execute(sql`SELECT 1`)));
    const outcomes = await Promise.allSettled(waiting);
    // Each waits at most for a connection and one answer.
    expect(performance.now() - started).toBeLessThan(2 * (timeouts.checkoutMs + timeouts.queryMs));
    for (const outcome of outcomes) expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);

    proxy.resume();
    await Promise.all(Array.from({ length: USERS }, () => mark('after')));
    const { rows } = await db.execute(sql`SELECT mark, count(*)::int AS count FROM mark GROUP BY mark ORDER BY mark`);
    expect(rows).toEqual([
      { mark: 'after', count: USERS },
      { mark: 'before', count: USERS },
    ]);
    await close();
    await proxy.close();
  });

  it('is told from one that answers', async () => {
    const proxy = await StallingProxy.open(url);
    const { check, close } = await open({ url: proxy.url });
    await check();
    proxy.stall();
    await expect(check()).rejects.toThrow('Query read timeout');
    proxy.resume();
    await check();
    await close();
    await proxy.close();
  });

  it('ends a statement that takes too long itself, so that nothing of it goes on', async () => {
    const { db, close } = await open({ timeouts: { checkoutMs: 5_000, queryMs: 300 } });
    const slow = await db.execute(sql`SELECT pg_sleep(60)`).catch((error: unknown) => error);
    expect(isDatabaseAway(slow)).toBe(true);
    expect(String((slow as Error).cause)).toContain('canceling statement due to statement timeout');
    const running = sql`SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`;
    expect((await db.execute(running)).rows).toEqual([]);
    await close();
  });

  it('may take its time to bring its tables up to date', async () => {
    const slow: Migration = { name: '0002-slow', sql: 'SELECT pg_sleep(0.05)' };
    const { close } = await open({ migrations: [MARKS, slow], timeouts: { checkoutMs: 5_000, queryMs: 1 } });
    await close();
    const { rows } = await database.db.execute(sql`SELECT name FROM migration ORDER BY name`);
    expect(rows).toEqual([{ name: MARKS.name }, { name: slow.name }]);
  });

  it('does not keep a start that is given up', async () => {
    const proxy = await StallingProxy.open(url);
    proxy.stall();
    const giveUp = new AbortController();
    const opening = open({ url: proxy.url, signal: giveUp.signal });
    giveUp.abort();
    await expect(opening).rejects.toThrow();
    await proxy.close();
  });
});

describe('migrations', () => {
  const step = (name: string, statement: string): Migration => ({ name, sql: statement });
  const fresh = (): string => {
    used.push(freshSchema());
    return used.at(-1) ?? '';
  };
  const namesIn = async (name: string): Promise<unknown[]> => {
    const table = sql`${sql.identifier(name)}.migration`;
    return (await database.db.execute(sql`SELECT name FROM ${table} ORDER BY applied_at, name`)).rows;
  };

  it('are applied once each, in order, by processes that start at the same time', async () => {
    const name = fresh();
    const migrations = [step('1', 'CREATE TABLE a (n int)'), step('2', 'INSERT INTO a VALUES (1)')];
    const all = await Promise.all([1, 2, 3].map(() => open({ schemaName: name, migrations })));
    const later = await open({ schemaName: name, migrations: [...migrations, step('3', 'INSERT INTO a VALUES (2)')] });
    expect((await later.db.execute(sql`SELECT n FROM a ORDER BY n`)).rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await namesIn(name)).toEqual([{ name: '1' }, { name: '2' }, { name: '3' }]);
    await Promise.all([...all, later].map(({ close }) => close()));
  });

  it('that fail are named, leave nothing, and are tried again by the next start', async () => {
    const name = fresh();
    const first = step('1', 'CREATE TABLE a (n int)');
    const broken = step('2', 'INSERT INTO a VALUES (1); SELECT no_such_column FROM a');
    await expect(open({ schemaName: name, migrations: [first, broken] })).rejects.toThrow('migration 2 failed');
    expect(await namesIn(name)).toEqual([{ name: '1' }]);
    const { db, close } = await open({ schemaName: name, migrations: [first, step('2', 'INSERT INTO a VALUES (7)')] });
    expect((await db.execute(sql`SELECT n FROM a`)).rows).toEqual([{ n: 7 }]);
    await close();
  });
});

describe('the connection of a transaction that failed', () => {
  const pidOf = async (): Promise<unknown> =>
    (await database.db.execute(sql`SELECT pg_backend_pid() AS pid`)).rows[0]?.['pid'];

  it('is used again where the transaction was rolled back', async () => {
    const key = { name: '0003-key', sql: 'CREATE TABLE keyed (key text PRIMARY KEY)' };
    await (await open({ migrations: [MARKS, key] })).close();
    const before = await pidOf();
    const insert = (): Promise<void> =>
      database.db.transaction(async (tx) => void (await tx.execute(sql`INSERT INTO keyed VALUES ('a')`)));
    await insert();
    expect(isDuplicate(await insert().catch((error: unknown) => error))).toBe(true);
    expect(await pidOf()).toBe(before);
  });
});
