import type { CourseCard, NextClass } from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { courses, crowdfunds, follows } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import { cardsOf } from './cards.js';
import type { Reader } from './reader.js';
import { isListed } from './visible.js';

interface SessionRow extends Record<string, unknown> {
  readonly live_id: string;
  readonly id: string;
  readonly class_zh: string;
  readonly class_en: string;
  readonly title_zh: string;
  readonly title_en: string;
  readonly mode: NextClass['mode'];
  readonly venue: string;
  readonly start_at: string;
  readonly end_at: string;
}

/** Sessions that the reader has tickets for and that are not over, the earliest first. */
export async function nextClasses({ db, memberId, now, language }: Reader, limit: number): Promise<NextClass[]> {
  const { rows } = await db.execute<SessionRow>(sql`
    SELECT DISTINCT s.live_id, s.id, l.title_zh AS class_zh, l.title_en AS class_en, s.title_zh, s.title_en,
      l.mode, l.venue, s.start_at, s.end_at
    FROM ticket t JOIN ticket_type_session i ON i.ticket_type_id = t.ticket_type_id
    JOIN live_session s ON s.id = i.session_id JOIN live l ON l.id = s.live_id
    WHERE t.member_id = ${memberId} AND t.state <> 'refunded' AND s.end_at > ${now}
      AND s.state IN ('scheduled', 'open', 'live')
    ORDER BY s.start_at, s.id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...{ live_id: row.live_id, session_id: row.id, mode: row.mode, venue: row.venue },
    title: inLanguage(language, row.class_zh, row.class_en),
    session: inLanguage(language, row.title_zh, row.title_en),
    ...{ start_at: isoOf(Number(row.start_at)), end_at: isoOf(Number(row.end_at)) },
  }));
}

/** The latest courses of the mentors whom the reader follows, without those that the reader has. */
export async function newFromFollowed(reader: Reader, limit: number): Promise<CourseCard[]> {
  const { db, memberId } = reader;
  const followed = db.select({ id: follows.targetId }).from(follows).where(eq(follows.memberId, memberId));
  const isOwned = sql`EXISTS (SELECT 1 FROM enrollment e
    WHERE e.course_id = ${courses.id} AND e.member_id = ${memberId} AND e.ended_at IS NULL)`;
  const rows = await db
    .select(getTableColumns(courses))
    .from(courses)
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(and(isListed, inArray(courses.mentorId, followed), sql`NOT ${isOwned}`))
    .orderBy(desc(sql`coalesce(${courses.publishedAt}, 0)`), desc(courses.id))
    .limit(limit);
  return cardsOf(reader, rows);
}
