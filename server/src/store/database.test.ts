import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from './database.js';
import { isDatabaseAway, openStore, type Store } from './index.js';

let dataDir: string;
let store: Store;
let database: OpenDatabase;
const idle: Error[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-database-'));
  store = await openStore({ dataDir, databaseUrl: undefined, log: () => undefined });
  const url = await store.siblingDatabase!('sibling');
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
