import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courses, courseViews } from '../db/schema/index.js';

const HOUR_MS = 3_600_000;

/** Views that are not written yet, by hour and course. */
type Views = Map<string, { readonly courseId: number; readonly hour: number; n: number }>;

/**
 * Counts views of courses per hour, so that each mentor gets days in their own time zone. Views that come while others
 * are written are written together by the next statement.
 */
export class ViewCounter {
  #views: Views = new Map();
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(private readonly db: Database) {}

  /** Counts a view. Resolves when it is written. @throws the error of the database */
  count(courseId: number, now: number): Promise<void> {
    const hour = Math.floor(now / HOUR_MS);
    const key = `${hour} ${courseId}`;
    const known = this.#views.get(key);
    if (known === undefined) this.#views.set(key, { courseId, hour, n: 1 });
    else known.n += 1;
    this.#next ??= this.#writeAfter(this.#writing);
    return this.#next;
  }

  #writeAfter(former: Promise<void>): Promise<void> {
    const writing = former
      .catch(() => undefined)
      .then(() => {
        const views = [...this.#views.values()];
        this.#views = new Map();
        this.#next = undefined;
        return this.#write(views);
      });
    this.#writing = writing;
    return writing;
  }

  /**
   * Rows are written in one order, so that processes do not block each other. The commit is asynchronous: a power failure
   * may lose the last few views.
   */
  async #write(
    views: readonly { readonly courseId: number; readonly hour: number; readonly n: number }[],
  ): Promise<void> {
    const rows = views.map(({ courseId, hour, n }) => ({ course_id: courseId, hour, n }));
    await this.db.execute(sql`
      WITH lax AS (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO ${courseViews} (course_id, hour, n)
      SELECT one.course_id, one.hour, one.n
      FROM lax, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS one (course_id bigint, hour integer, n integer)
      JOIN ${courses} ON ${courses.id} = one.course_id
      ORDER BY one.course_id, one.hour
      ON CONFLICT (course_id, hour) DO UPDATE SET n = ${courseViews}.n + excluded.n`);
  }
}
