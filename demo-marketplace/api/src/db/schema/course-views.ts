import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { whole } from './columns.js';

/** View counts of courses per hour. */
export const courseViews = pgTable(
  'course_view',
  {
    courseId: whole('course_id').notNull(),
    /** Hours since the epoch. */
    hour: integer('hour').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.hour] })],
);
