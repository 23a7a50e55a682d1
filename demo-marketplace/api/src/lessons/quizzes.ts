import { FailureReason, getQuiz, submitQuiz, UnitType, type UnitQuiz } from '@lectern/marketplace-contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Certificates } from '../certificates/index.js';
import type { Database } from '../db/database.js';
import { quizAttempts, unitProgress, type EnrollmentRow, type UnitRow } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Language } from '../http/messages.js';
import type { Throttle } from '../security/index.js';
import { markQuiz } from './marking.js';
import { addProgress } from './progress.js';
import { openUnit } from './units.js';

export interface QuizPorts {
  readonly certificates: Certificates;
  readonly throttle: Throttle;
}

const HOUR_MS = 3_600_000;
/** High enough to learn, low enough to prevent finding the answers by trial. */
const ATTEMPTS_PER_HOUR = 20;

/** Actions of quizzes: `/api/Course/{quiz, quiz_submit}`. */
export const quizActions = ({ certificates, throttle }: QuizPorts): readonly BoundAction[] => [
  onCall(getQuiz, async ({ unit_id: unitId }, { db, caller, language }) => {
    const { unit, enrollment } = await openUnit(db, unitId, caller);
    const { pass_percent, questions } = quizOf(unit);
    const say = textIn(language);
    return {
      unit_id: String(unit.id),
      pass_percent,
      questions: questions.map(({ id, text, is_multiple, choices }) => ({
        ...{ id, is_multiple, text: say(text) },
        choices: choices.map((choice) => ({ id: choice.id, text: say(choice.text) })),
      })),
      ...(await doneOf(db, unit, enrollment)),
    };
  }),

  onMemberCall(submitQuiz, async ({ unit_id: unitId, answers }, { db: pool, caller, language, now }) => {
    const { unit, enrollment } = await openUnit(pool, unitId, caller);
    const quiz = quizOf(unit);
    const marked = markQuiz(quiz, answers);
    if (marked === undefined) throw new ApiFailure(FailureReason.StateChanged);
    const key = `quiz ${caller.member.id} ${unit.id}`;
    await throttle.take([{ key, max: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS }], now);
    const { score, right, of, pass } = marked;
    const progress =
      enrollment &&
      (await pool.transaction(async (db) => {
        const report = { second: 0, watched: [], ended: false, play: 'quiz', step: 0 };
        // First, because it locks the enrollment and serialises the member's other units.
        const reached = await addProgress(db, certificates, { enrollment, unit, report, now, isPassed: pass });
        const attempt = { enrollmentId: enrollment.id, unitId: unit.id, answers, score, isPassed: pass };
        await db.insert(quizAttempts).values({ ...attempt, createdAt: now });
        return reached;
      }));
    const say = textIn(language);
    return {
      ...{ score, right, of, pass },
      explain: quiz.questions.map(({ id, reason }) => {
        const one = marked.questions.find((question) => question.id === id);
        return {
          question: id,
          is_right: one?.isRight === true,
          // The right choices are revealed only after the quiz is passed.
          right: pass ? [...(one?.right ?? [])] : [],
          reason: say(reason),
        };
      }),
      progress: progress
        ? {
            done: progress.isDone,
            course_percent: progress.percent,
            ...(progress.certificateNo !== undefined && { certificate_no: progress.certificateNo }),
          }
        : null,
    };
  }),
];

/** @throws {ApiFailure} 404 for units of another type */
function quizOf({ type, quiz }: UnitRow): UnitQuiz {
  if (type !== UnitType.Quiz || quiz === null) throw new ApiFailure(FailureReason.NotFound);
  return quiz;
}

/** Returns the text in the language, or the other one when it is empty. */
const textIn =
  (language: Language) =>
  ({ zh, en }: { readonly zh: string; readonly en: string }): string =>
    language === 'en' ? en || zh : zh || en;

async function doneOf(db: Database, { id: unitId }: UnitRow, enrollment: EnrollmentRow | undefined) {
  if (enrollment === undefined) return { attempts: 0, best_score: null, is_passed: false };
  const [tried] = await db
    .select({ attempts: sql<number>`count(*)::integer`, best: sql<number | null>`max(${quizAttempts.score})` })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.enrollmentId, enrollment.id), eq(quizAttempts.unitId, unitId)));
  const [progress] = await db
    .select({ doneAt: unitProgress.doneAt })
    .from(unitProgress)
    .where(and(eq(unitProgress.enrollmentId, enrollment.id), eq(unitProgress.unitId, unitId)));
  return {
    attempts: tried?.attempts ?? 0,
    best_score: tried?.best ?? null,
    is_passed: progress !== undefined && progress.doneAt !== null,
  };
}
