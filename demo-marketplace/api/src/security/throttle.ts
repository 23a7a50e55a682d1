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
  /** The last attempt of each key that is being checked in this process. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(private readonly db: Database) {}

  /**
   * Counts one attempt for each rule.
   *
   * @param db the transaction of the call, where it has one: a call that fails then does not count
   * @throws {ApiFailure} 429 when one is used up
   */
  async take(rules: readonly ThrottleRule[], now: number, db = this.db): Promise<void> {
    let waitMs = 0;
    for (const rule of rules) {
      const { count, resetAt } = await this.#add(rule, now, db);
      if (count > rule.max) waitMs = Math.max(waitMs, resetAt - now);
    }
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** Counts one for a rule that refuses nobody by itself; resolves with how many there were in its window. */
  async add(rule: ThrottleRule, now: number): Promise<number> {
    return (await this.#add(rule, now, this.db)).count;
  }

  /** Counts nothing. @throws {ApiFailure} 429 when one of the rules is used up */
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
   * Runs one attempt at something that may be guessed. It is counted before it is checked, so that many at once are no
   * way around, and not counted any more once it turns out right. Attempts with the same first key run one after the
   * other: right ones that come together do not stand for failures of each other.
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
