import { UnitType, WATCHED_SHARE, type RequestOf, type saveProgress } from '@lectern/marketplace-contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Certificates } from '../certificates/index.js';
import type { Database } from '../db/database.js';
import { enrollments, unitProgress, units, type EnrollmentRow, type UnitRow } from '../db/schema/index.js';
import { creditWatched, type Stretch } from './watch-credit.js';

type ProgressReport = Omit<RequestOf<typeof saveProgress>, 'unit_id'>;

export interface Progressing {
  readonly enrollment: EnrollmentRow;
  readonly unit: UnitRow;
  readonly report: ProgressReport;
  readonly now: number;
  /** True when the quiz of the unit was passed. */
  readonly isPassed?: boolean;
}

export interface Progress {
  readonly isDone: boolean;
  readonly percent: number;
  readonly certificateNo: string | undefined;
}

/** Ranges in PostgreSQL's multirange notation. */
const multirange = (stretches: readonly Stretch[]): string =>
  `{${stretches.map(([from, to]) => `[${from},${to})`).join(',')}}`;

/** Ranges of a unit that were credited before. */
async function watchedOf(db: Database, enrollmentId: number, unitId: number): Promise<Stretch[]> {
  const { rows } = await db.execute<{ from: number; to: number }>(sql`
    SELECT lower(part) AS "from", upper(part) AS "to" FROM ${unitProgress}, unnest(${unitProgress.watched}) part
    WHERE ${unitProgress.enrollmentId} = ${enrollmentId} AND ${unitProgress.unitId} = ${unitId}`);
  return rows.map(({ from, to }) => [from, to] as const);
}

/**
 * Adds watched ranges, no faster than they can be played: see {@link creditWatched}. Repeated, late or reordered calls
 * never reduce progress: ranges are merged, a completed unit stays completed, and the percentage of the course never
 * decreases.
 */
export function addProgress(
  database: Database,
  certificates: Certificates,
  { enrollment: { id, memberId, courseId }, unit, report, now, isPassed = false }: Progressing,
): Promise<Progress> {
  return database.transaction(async (db) => {
    // Row lock: two units may be completed concurrently in two tabs, and the later call must see the earlier one.
    const [current] = await db
      .select({ watchFrom: enrollments.watchFrom })
      .from(enrollments)
      .where(eq(enrollments.id, id))
      .for('update');
    const { credited, watchFrom } = creditWatched({
      ...{ seconds: unit.seconds, claimed: report.watched, known: await watchedOf(db, id, unit.id), now },
      watchFrom: current?.watchFrom ?? undefined,
    });
    const { play, step } = report;
    const second = unit.type === UnitType.Video ? Math.min(report.second, unit.seconds) : 0;
    const isNews = sql`${unitProgress.play} <> excluded.play OR ${unitProgress.step} < excluded.step`;
    const [kept] = await db
      .insert(unitProgress)
      .values({
        ...{ enrollmentId: id, unitId: unit.id, second, play, step, updatedAt: now },
        watched: multirange(credited),
      })
      .onConflictDoUpdate({
        target: [unitProgress.enrollmentId, unitProgress.unitId],
        set: {
          watched: sql`${unitProgress.watched} + excluded.watched`,
          second: sql`CASE WHEN ${isNews} THEN excluded.second ELSE ${unitProgress.second} END`,
          step: sql`CASE WHEN ${isNews} THEN excluded.step ELSE ${unitProgress.step} END`,
          play: sql`excluded.play`,
          updatedAt: now,
        },
      })
      .returning({
        second: unitProgress.second,
        step: unitProgress.step,
        doneAt: unitProgress.doneAt,
        watched: sql<number>`(SELECT coalesce(sum(upper(part) - lower(part)), 0)::integer FROM unnest(${unitProgress.watched}) part)`,
      });
    if (kept === undefined) throw new Error('progress was not written');

    const isDone = kept.doneAt !== null || isPassed || isLearned(unit, kept.watched, report.ended);
    if (isDone && kept.doneAt === null) {
      await db
        .update(unitProgress)
        .set({ doneAt: now })
        .where(and(eq(unitProgress.enrollmentId, id), eq(unitProgress.unitId, unit.id)));
    }
    const { all, done } = await countUnits(db, id, courseId);
    const reached = all === 0 ? 0 : Math.floor((done * 100) / all);
    const [after] = await db
      .update(enrollments)
      .set({
        watchFrom,
        percent: sql`greatest(${enrollments.percent}, ${reached})`,
        ...(kept.step === step && { lastUnitId: unit.id, lastSecond: kept.second }),
        ...(reached === 100 && { completedAt: sql`coalesce(${enrollments.completedAt}, ${now})` }),
      })
      .where(eq(enrollments.id, id))
      .returning({ percent: enrollments.percent, completedAt: enrollments.completedAt });
    const isComplete = after !== undefined && after.completedAt !== null;
    const certificateNo = isComplete ? await certificates.issue(db, { memberId, courseId, now }) : undefined;
    return { isDone, percent: after?.percent ?? reached, certificateNo };
  });
}

/** True when the reported progress completes the unit; a quiz is never completed by a report. */
function isLearned({ type, seconds }: UnitRow, watched: number, isEnded: boolean): boolean {
  if (type === UnitType.Quiz) return false;
  return type === UnitType.Video && seconds > 0 ? watched >= Math.floor(seconds * WATCHED_SHARE) : isEnded;
}

async function countUnits(db: Database, enrollmentId: number, courseId: number) {
  const [counted] = await db
    .select({
      all: sql<number>`count(*)::integer`,
      done: sql<number>`count(${unitProgress.doneAt})::integer`,
    })
    .from(units)
    .leftJoin(unitProgress, and(eq(unitProgress.unitId, units.id), eq(unitProgress.enrollmentId, enrollmentId)))
    .where(eq(units.courseId, courseId));
  return counted ?? { all: 0, done: 0 };
}
