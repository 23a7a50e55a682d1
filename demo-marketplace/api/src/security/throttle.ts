import { inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { throttles } from '../db/schema/index.js';
import { tooMany } from '../http/failure.js';

export interface ThrottleRule {
  /** Key of the counter, with its subject: `login ann@example.org`. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Rate limits that all processes share. */
export class Throttle {
  /** Last pending attempt of each key in this process. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(private readonly db: Database) {}

  /**
   * Counts one attempt for each rule.
   *
   * @param db the transaction of the call, so that a failed call does not count; by default the pool
   * @throws {ApiFailure} 429 when a limit is exceeded
   */
  async take(rules: readonly ThrottleRule[], now: number, db = this.db): Promise<void> {
    let waitMs = 0;
    for (const rule of rules) {
      const { count, resetAt } = await this.#add(rule, now, db);
      if (count > rule.max) waitMs = Math.max(waitMs, resetAt - now);
    }
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** Counts an attempt without refusing it; resolves with the count of the current window. */
  async add(rule: ThrottleRule, now: number): Promise<number> {
    return (await this.#add(rule, now, this.db)).count;
  }

  /** Checks limits without counting. @throws {ApiFailure} 429 when a limit is reached */
  async check(rules: readonly ThrottleRule[], now: number): Promise<void> {
    if (rules.length === 0) return;
    const rows = await this.db
      .select()
      .from(throttles)
      .where(
        inArray(
          throttles.key,
          rules.map(({ key }) => key),
        ),
      );
    const used = rows.filter(({ key, count, resetAt }) => {
      const max = rules.find((rule) => rule.key === key)?.max ?? 0;
      return resetAt > now && count >= max;
    });
    if (used.length > 0) throw tooMany(Math.max(...used.map(({ resetAt }) => resetAt)) - now);
  }

  /**
   * Runs one attempt at a guessable secret. It is counted before it is checked, so that concurrent attempts cannot
   * bypass the limit, and refunded when it succeeds. Attempts with the same first key run one after the other, so that
   * concurrent successes do not count as failures.
   *
   * @param work resolves to undefined when the guess was wrong
   * @throws {ApiFailure} 429, before `work` is called
   */
  async attempt<T>(
    rules: readonly ThrottleRule[],
    now: number,
    work: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return this.#inTurn(rules[0]?.key ?? '', async () => {
      await this.take(rules, now);
      const result = await work();
      if (result !== undefined) await this.giveBack(rules.map(({ key }) => key));
      return result;
    });
  }

  /** Refunds an attempt that was not a wrong guess. */
  async giveBack(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.db
        .update(throttles)
        .set({ count: sql`greatest(0, ${throttles.count} - 1)` })
        .where(sql`${throttles.key} = ${key}`);
    }
  }

  /** Resets the counters. */
  async clear(keys: readonly string[], db = this.db): Promise<void> {
    await db.delete(throttles).where(inArray(throttles.key, [...keys]));
  }

  forget(now: number): Promise<unknown> {
    return this.db.delete(throttles).where(lte(throttles.resetAt, now));
  }

  async #add({ key, windowMs }: ThrottleRule, now: number, db: Database): Promise<{ count: number; resetAt: number }> {
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
    return row ?? { count: 1, resetAt: now + windowMs };
  }

  async #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#queues.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(key) === mine) this.#queues.delete(key);
    }
  }
}
