import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';

/** The unit in which a learner goes on, and the second. */
export interface UnitToContinue {
  readonly id: number;
  readonly titleZh: string;
  readonly titleEn: string;
  readonly second: number;
}

interface Row extends Record<string, unknown> {
  readonly enrollment: string;
  readonly id: string;
  readonly title_zh: string;
  readonly title_en: string;
  readonly second: number;
}

/**
 * Returns where learners go on, by the id of the enrollment: in the unit that was open last, or once that is done, in
 * the next unfinished one, then in any unfinished one. Courses that were not begun have no entry.
 */
export async function unitsToContinue(
  db: Database,
  enrollmentIds: readonly number[],
): Promise<ReadonlyMap<number, UnitToContinue>> {
  if (enrollmentIds.length === 0) return new Map();
  const ids = sql.join(
    enrollmentIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await db.execute<Row>(sql`
    WITH placed AS (
      SELECT e.id AS enrollment, u.id, u.title_zh, u.title_en, p.done_at, u.id = e.last_unit_id AS is_last,
        CASE WHEN u.id = e.last_unit_id THEN e.last_second ELSE coalesce(p.second, 0) END AS second,
        row_number() OVER (PARTITION BY e.id ORDER BY c.sort, c.id, u.sort, u.id) AS place
      FROM enrollment e JOIN unit u ON u.course_id = e.course_id JOIN chapter c ON c.id = u.chapter_id
      LEFT JOIN unit_progress p ON p.enrollment_id = e.id AND p.unit_id = u.id
      WHERE e.id IN (${ids}) AND e.last_unit_id IS NOT NULL
    ), ranked AS (
      SELECT *, max(place) FILTER (WHERE is_last) OVER (PARTITION BY enrollment) AS last_place FROM placed
    )
    SELECT DISTINCT ON (enrollment) enrollment, id, title_zh, title_en, second FROM ranked
    ORDER BY enrollment, CASE
      WHEN is_last AND done_at IS NULL THEN 0
      WHEN done_at IS NULL AND place > last_place THEN 1
      WHEN done_at IS NULL THEN 2
      WHEN is_last THEN 3 ELSE 4 END, place`);
  return new Map(
    rows.map((row) => [
      Number(row.enrollment),
      { id: Number(row.id), titleZh: row.title_zh, titleEn: row.title_en, second: row.second },
    ]),
  );
}
