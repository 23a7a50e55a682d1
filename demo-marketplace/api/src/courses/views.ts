import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { courseViews } from '../db/schema/index.js';

const HOUR_MS = 3_600_000;

/**
 * Counts a view of a course per hour, so that each mentor gets days in their own time zone. The commit is asynchronous:
 * a power failure may lose the last few views.
 */
export const countView = (db: Database, courseId: number, now: number): Promise<unknown> =>
  db.execute(sql`
    WITH lax AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO ${courseViews} (course_id, hour, n) SELECT ${courseId}, ${Math.floor(now / HOUR_MS)}, 1 FROM lax
    ON CONFLICT (course_id, hour) DO UPDATE SET n = ${courseViews}.n + 1`);
