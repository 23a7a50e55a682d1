import { inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { throttles } from '../db/schema/index.js';
import { tooMany } from '../http/failure.js';

export interface ThrottleRule {
  /** What is counted, with whom: `login ann@example.org`. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts for all processes what nobody should do too often. */
export class Throttle {
  constructor(private readonly db: Database) {}

  /**
   * Counts one attempt for each rule.
   *
   * @param db the transaction of the call, where it has one: a call that fails then does not count
   * @throws {ApiFailure} 429 when one is used up
   */
  async take(rules: readonly ThrottleRule[], now: number, db = this.db): Promise<void> {
    let waitMs = 0;
    for (const { key, max, windowMs } of rules) {
      const [row] = await db
        .insert(throttles)
        .values({ key, count: 1, resetAt: now + windowMs })
        .onConflictDoUpdate({
          target: throttles.key,
          set: {
            count: sql`CASE WHEN ${throttles.resetAt} <= ${now} THEN 1 ELSE ${throttles.count} + 1 END`,
            resetAt: sql`CASE WHEN ${throttles.resetAt} <= ${now} THEN ${now + windowMs} ELSE ${throttles.resetAt} END`,
          },
        })
        .returning();
      if (row !== undefined && row.count > max) waitMs = Math.max(waitMs, row.resetAt - now);
    }
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** Gives an attempt back: it was no guess. */
  async giveBack(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.db
        .update(throttles)
        .set({ count: sql`greatest(0, ${throttles.count} - 1)` })
        .where(sql`${throttles.key} = ${key}`);
    }
  }

  /** Begins to count anew. */
  async clear(keys: readonly string[], db = this.db): Promise<void> {
    await db.delete(throttles).where(inArray(throttles.key, [...keys]));
  }

  forget(now: number): Promise<unknown> {
    return this.db.delete(throttles).where(lte(throttles.resetAt, now));
  }
}
