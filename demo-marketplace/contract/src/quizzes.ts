import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyWords, id } from './fields.js';

/** Not in the specification. */
export const QUIZ_QUESTIONS_MAX = 50;
export const QUIZ_CHOICES_MIN = 2;
export const QUIZ_CHOICES_MAX = 8;
export const QUIZ_QUESTION_LENGTH = 500;
export const QUIZ_CHOICE_LENGTH = 200;
export const QUIZ_REASON_LENGTH = 600;
/** Default pass mark of a new quiz, in percent of the questions. */
export const QUIZ_PASS_PERCENT = 60;

const both = (max: number) => z.object({ zh: anyWords(max), en: anyWords(max) });
/** Id of a question within its quiz, or of a choice within its question; stable across edits. */
const part = z.string().check(z.regex(/^[\w-]{1,36}$/));
const areDifferent = <T extends { readonly id: string }>() =>
  z.refine<T[]>((list) => new Set(list.map((one) => one.id)).size === list.length, { error: FieldProblem.Taken });

const choice = z.object({ id: part, text: both(QUIZ_CHOICE_LENGTH), is_right: z.boolean() });
export type QuizChoice = z.infer<typeof choice>;

const question = z.object({
  id: part,
  text: both(QUIZ_QUESTION_LENGTH),
  /** True when all right choices must be selected; otherwise exactly one is right. */
  is_multiple: z.boolean(),
  choices: z.array(choice).check(z.maxLength(QUIZ_CHOICES_MAX), areDifferent()),
  /** Explanation, shown after the question was answered. */
  reason: both(QUIZ_REASON_LENGTH),
});
export type QuizQuestion = z.infer<typeof question>;

/** A quiz as its mentor edits it; every part may be missing while it is a draft. */
export const unitQuiz = z.object({
  pass_percent: z.int().check(z.minimum(1), z.maximum(100)),
  questions: z.array(question).check(z.maxLength(QUIZ_QUESTIONS_MAX), areDifferent()),
});
export type UnitQuiz = z.infer<typeof unitQuiz>;

const openQuestion = z.object({
  id: part,
  text: z.string(),
  is_multiple: z.boolean(),
  choices: z.array(z.object({ id: part, text: z.string() })),
});

export const getQuiz = declare('/api/Course/quiz', {
  access: Access.Public,
  summary: 'The questions of a quiz, without what is right, and how far the member is with it. Previews are public.',
  request: z.object({ unit_id: id }),
  response: z.object({
    unit_id: id,
    /** Pass mark, in percent of the questions. */
    pass_percent: z.int(),
    questions: z.array(openQuestion),
    /** Number of attempts of the member. */
    attempts: z.int(),
    /** Score of the best attempt in percent; null without attempts. */
    best_score: z.nullable(z.int()),
    is_passed: z.boolean(),
  }),
  reasons: [FailureReason.NotFound, FailureReason.LoginRequired, FailureReason.NotEnrolled],
});
export type OpenQuiz = z.infer<typeof getQuiz.response>;
export type OpenQuestion = z.infer<typeof openQuestion>;

const explained = z.object({
  question: part,
  is_right: z.boolean(),
  /** Ids of the right choices; empty until the quiz is passed. */
  right: z.array(part),
  /** The mentor’s explanation; empty for none. */
  reason: z.string(),
});

export const submitQuiz = declare('/api/Course/quiz_submit', {
  access: Access.Member,
  summary:
    'Marks the answers to a quiz. A pass is a unit done, for good; whoever does not learn the course is told the mark only.',
  request: z.object({
    unit_id: id,
    /** One entry per question. */
    answers: z
      .array(
        z.object({
          question: part,
          choices: z.array(part).check(z.minLength(1), z.maxLength(QUIZ_CHOICES_MAX)),
        }),
      )
      .check(z.minLength(1), z.maxLength(QUIZ_QUESTIONS_MAX)),
  }),
  response: z.object({
    /** Percent of the questions answered right. */
    score: z.int(),
    right: z.int(),
    of: z.int(),
    pass: z.boolean(),
    explain: z.array(explained),
    /** Progress as `save_progress` returns it; null for callers who do not have the course. */
    progress: z.nullable(
      z.object({ done: z.boolean(), course_percent: z.number(), certificate_no: z.optional(z.string()) }),
    ),
  }),
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled, FailureReason.StateChanged, FailureReason.TooMany],
});
export type QuizResult = z.infer<typeof submitQuiz.response>;

/** True when a question is complete: it and its choices have text, and the number of right choices fits its kind. */
export function isAskable({ text, choices, is_multiple: isMultiple }: QuizQuestion): boolean {
  const says = (words: { readonly zh: string; readonly en: string }): boolean => words.zh !== '' || words.en !== '';
  const right = choices.filter((one) => one.is_right).length;
  return (
    says(text) &&
    choices.length >= QUIZ_CHOICES_MIN &&
    choices.every((one) => says(one.text)) &&
    (isMultiple ? right >= 1 : right === 1)
  );
}

/** Actions of this file. */
export const QUIZZES_ACTIONS: readonly AnyAction[] = [getQuiz, submitQuiz];
