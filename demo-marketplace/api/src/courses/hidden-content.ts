import { FailureReason } from '@lectern/marketplace-contract';
import { and, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '../db/database.js';
import { courseQuestions, courses, questionReplies, reviews } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';

/** Content of members on a course page that the back office may hide. */
export interface ContentRef {
  readonly type: 'review' | 'question' | 'reply';
  readonly id: number;
}

/** Author, course and text of such content. */
export interface ContentDetails {
  readonly writerId: number;
  readonly courseId: number;
  readonly content: string;
  readonly isHidden: boolean;
}

const TABLES = { review: reviews, question: courseQuestions, reply: questionReplies } as const;

/** Condition for content that the member may see: everything not hidden, and all of their own. */
export const isShownTo = (row: { readonly hiddenAt: PgColumn; readonly memberId: PgColumn }, memberId: number) =>
  or(isNull(row.hiddenAt), eq(row.memberId, memberId));

/** Applies a change to the rating totals of a course. */
export const countStars = (db: Tx, courseId: number, sum: number, n: number): Promise<unknown> =>
  db
    .update(courses)
    .set({ ratingSum: sql`${courses.ratingSum} + ${sum}`, ratingN: sql`${courses.ratingN} + ${n}` })
    .where(eq(courses.id, courseId));

/** Returns the content; undefined when it does not exist. */
export async function findContent(db: Database, { type, id }: ContentRef): Promise<ContentDetails | undefined> {
  const said = TABLES[type];
  const facts = { writerId: said.memberId, content: said.content, isHidden: isHidden(said.hiddenAt) };
  if (type === 'reply') {
    const [found] = await db
      .select({ ...facts, courseId: courseQuestions.courseId })
      .from(questionReplies)
      .innerJoin(courseQuestions, eq(courseQuestions.id, questionReplies.questionId))
      .where(eq(questionReplies.id, id));
    return found;
  }
  const table = type === 'review' ? reviews : courseQuestions;
  const [found] = await db
    .select({ ...facts, courseId: table.courseId })
    .from(table)
    .where(eq(table.id, id));
  return found;
}

const isHidden = (column: PgColumn): SQL<boolean> => sql<boolean>`${column} IS NOT NULL`;

interface Hiding extends ContentRef {
  /** True hides the content, false shows it again. */
  readonly on: boolean;
  readonly now: number;
}

/**
 * Hides content of a course from everybody except its author, or shows it again; the stars of a hidden review do not
 * count.
 *
 * @throws {ApiFailure} not-found, or state-changed when it already is in that state
 */
export async function setContentHidden(db: Tx, { type, id, on, now }: Hiding): Promise<ContentDetails> {
  const said = await findContent(db, { type, id });
  if (said === undefined) throw new ApiFailure(FailureReason.NotFound);
  // Same row lock as for reviews, so that the rating totals of the course stay correct.
  await db.select({ id: courses.id }).from(courses).where(eq(courses.id, said.courseId)).for('update');
  const table = TABLES[type];
  const former = on ? isNull(table.hiddenAt) : isNotNull(table.hiddenAt);
  const changed = await db
    .update(table)
    .set({ hiddenAt: on ? now : null })
    .where(and(eq(table.id, id), former))
    .returning();
  const [row] = changed;
  if (row === undefined) throw new ApiFailure(FailureReason.StateChanged);
  if ('star' in row) await countStars(db, said.courseId, on ? -row.star : row.star, on ? -1 : 1);
  return { ...said, isHidden: on };
}
