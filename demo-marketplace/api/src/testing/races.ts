import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import type { World } from './world.js';

/**
 * Delays the commit of `first` until `second` waits for one of its locks or is done; then `first` continues with
 * `more`.
 */
export async function overtaken<T>(
  world: World,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  more?: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await world.db.transaction(async (db) => {
    await first(db);
    const { rows } = await db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const waits = sql`SELECT 1 FROM pg_stat_activity WHERE ${rows[0]?.pid ?? 0} = ANY (pg_blocking_pids(pid))`;
    const ended: true[] = [];
    answer = second().finally(() => ended.push(true));
    while (ended.length === 0 && (await world.db.execute(waits)).rows.length === 0);
    await more?.(db);
  });
  if (answer === undefined) throw new Error('nothing was done');
  return answer;
}
