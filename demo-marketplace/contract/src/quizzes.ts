import * as z from 'zod/mini';
import { Access, declare } from './action.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyWords, id } from './fields.js';

/** Ours. */
export const QUIZ_QUESTIONS_MAX = 50;
export const QUIZ_CHOICES_MIN = 2;
export const QUIZ_CHOICES_MAX = 8;
export const QUIZ_QUESTION_LENGTH = 500;
export const QUIZ_CHOICE_LENGTH = 200;
export const QUIZ_REASON_LENGTH = 600;
/** Share of the questions that a new quiz asks to be answered right, in percent. */
export const QUIZ_PASS_PERCENT = 60;

const both = (max: number) => z.object({ zh: anyWords(max), en: anyWords(max) });
/** Names a question within its quiz, or a choice within its question, for as long as it stands. */
const part = z.string().check(z.regex(/^[\w-]{1,36}$/));
const areDifferent = <T extends { readonly id: string }>() =>
  z.refine<T[]>((list) => new Set(list.map((one) => one.id)).size === list.length, { error: FieldProblem.Taken });

const choice = z.object({ id: part, text: both(QUIZ_CHOICE_LENGTH), is_right: z.boolean() });
export type QuizChoice = z.infer<typeof choice>;

const question = z.object({
  id: part,
  text: both(QUIZ_QUESTION_LENGTH),
  /** All right choices are asked for; otherwise there is one. */
  is_multiple: z.boolean(),
  choices: z.array(choice).check(z.maxLength(QUIZ_CHOICES_MAX), areDifferent()),
  /** Why it is so: shown once it was answered. */
  reason: both(QUIZ_REASON_LENGTH),
});
export type QuizQuestion = z.infer<typeof question>;

/** A quiz as its mentor writes it; while it is written, anything may be missing. */
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
    /** Share of the questions that are to be answered right. */
    pass_percent: z.int(),
    questions: z.array(openQuestion),
    /** How often the member has answered it. */
    attempts: z.int(),
    /** Percent of the best attempt; null without one. */
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
  /** What is right; empty until the quiz is passed. */
  right: z.array(part),
  /** Its mentor’s words on it; empty for none. */
  reason: z.string(),
});

export const submitQuiz = declare('/api/Course/quiz_submit', {
  access: Access.Member,
  summary:
    'Marks the answers to a quiz. A pass is a unit done, for good; whoever does not learn the course is told the mark only.',
  request: z.object({
    unit_id: id,
    /** One for each question. */
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
    /** Percent of the questions that were answered right. */
    score: z.int(),
    right: z.int(),
    of: z.int(),
    pass: z.boolean(),
    explain: z.array(explained),
    /** As `save_progress` answers; null for who does not learn the course. */
    progress: z.nullable(
      z.object({ done: z.boolean(), course_percent: z.number(), certificate_no: z.optional(z.string()) }),
    ),
  }),
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled, FailureReason.StateChanged, FailureReason.TooMany],
});
export type QuizResult = z.infer<typeof submitQuiz.response>;

/** Whether a question can be asked: it and its choices say something, and as many are right as it promises. */
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
