import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StallingProxy } from '../testing/stalling-proxy.js';
import { openDatabase, type OpenDatabase } from './database.js';
import { isDatabaseAway, openStore, type Store } from './index.js';

let dataDir: string;
let store: Store;
let database: OpenDatabase;
let url: string;
const idle: Error[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-database-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
  url = await store.siblingDatabase!('sibling');
  database = await openDatabase(url, (error) => idle.push(error));
});

afterAll(async () => {
  await database.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('outlives connections that break while nobody waits for them, and tells who uses them next', async () => {
  const { db } = database;
  const broken = db.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const pid = rows[0]?.pid ?? 0;
    // With a time limit it answers once the other connection has ended.
    await db.execute(sql`SELECT pg_terminate_backend(${pid}, 60000)`);
    await db.execute(sql`SELECT 1`);
    await transaction.execute(sql`SELECT 1`);
  });
  expect(isDatabaseAway(await broken.catch((error: unknown) => error))).toBe(true);
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});

it('has its connections back from transactions that could not begin', async () => {
  const { db } = database;
  const impossible = { isolationLevel: 'none at all' as 'serializable' };
  // More than there are connections.
  for (let count = 0; count < 12; count += 1) {
    await expect(db.transaction(() => Promise.resolve(), impossible)).rejects.toThrow('begin');
  }
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});

describe('a database that hangs', () => {
  const timeouts = { checkoutMs: 150, queryMs: 200 };
  /** More than there are connections. */
  const USERS = 14;
  const none = (): void => undefined;

  it('is given up in time by all who wait for it, and serves them again once it goes on', async () => {
    const proxy = await StallingProxy.open(url);
    const { db, close } = await openDatabase(proxy.url, none, { timeouts });
    await db.execute(sql`CREATE TABLE IF NOT EXISTS marks (mark text)`);
    const mark = (name: string) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`);
        await transaction.execute(sql`INSERT INTO marks VALUES (${name})`);
      });
    await Promise.all(Array.from({ length: USERS }, () => mark('before')));

    proxy.stall();
    const started = performance.now();
    const waiting = Array.from({ length: USERS }, (_, user) => (user % 2 ? mark('lost') : db.execute(sql`SELECT 1`)));
    const outcomes = await Promise.allSettled(waiting);
    // Each waits for a connection and for one answer at most; a transaction does not wait for its rollback as well.
    expect(performance.now() - started).toBeLessThan(2 * (timeouts.checkoutMs + timeouts.queryMs));
    for (const outcome of outcomes) expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);

    proxy.resume();
    await Promise.all(Array.from({ length: USERS }, () => mark('after')));
    const { rows } = await db.execute(sql`SELECT mark, count(*)::int AS count FROM marks GROUP BY mark ORDER BY mark`);
    expect(rows).toEqual([
      { mark: 'after', count: USERS },
      { mark: 'before', count: USERS },
    ]);
    await close();
    await proxy.close();
  });

  it('is told from one that answers', async () => {
    const proxy = await StallingProxy.open(url);
    const { check, close } = await openDatabase(proxy.url, none);
    await check();
    proxy.stall();
    await expect(check()).rejects.toThrow('Query read timeout');
    proxy.resume();
    await check();
    await close();
    await proxy.close();
  });

  it('ends a statement that takes too long itself, so that nothing of it goes on', async () => {
    const { db, close } = await openDatabase(url, none, { timeouts: { checkoutMs: 5_000, queryMs: 300 } });
    const slow = await db.execute(sql`SELECT pg_sleep(60)`).catch((error: unknown) => error);
    expect(isDatabaseAway(slow)).toBe(true);
    expect(String((slow as Error).cause)).toContain('canceling statement due to statement timeout');
    const running = sql`SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`;
    expect((await db.execute(running)).rows).toEqual([]);
    await close();
  });

  it('may take its time to bring its tables up to date', async () => {
    const fresh = await store.siblingDatabase!('fresh');
    const { db, close } = await openDatabase(fresh, none, { timeouts: { checkoutMs: 5_000, queryMs: 1 } });
    await close();
    expect(db).toBeDefined();
  });

  it('does not keep a start that is given up', async () => {
    const proxy = await StallingProxy.open(url);
    proxy.stall();
    const giveUp = new AbortController();
    const opening = openDatabase(proxy.url, none, { signal: giveUp.signal });
    giveUp.abort();
    await expect(opening).rejects.toThrow();
    await proxy.close();
  });
});
