// @vitest-environment node
import { isAskable, type QuizQuestion } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import { newQuestion, newQuiz, withKind, withRight } from './quiz-edit.js';

const named = (question: QuizQuestion): QuizQuestion => ({
  ...question,
  text: { zh: '？', en: '' },
  choices: question.choices.map((choice) => ({ ...choice, text: { zh: '答', en: '' } })),
});
const rights = ({ choices }: QuizQuestion) => choices.map((choice) => choice.is_right);

test('a new quiz has one question with two choices, which cannot be asked yet', () => {
  const [question, ...others] = newQuiz().questions;
  expect([others, question?.choices.length, question && isAskable(question)]).toEqual([[], 2, false]);
});

test('marking one choice as right takes it from the other, unless several are right', () => {
  const question = named(newQuestion());
  const [first = '', second = ''] = question.choices.map(({ id }) => id);
  const one = withRight(withRight(question, first, true), second, true);
  expect([rights(one), isAskable(one)]).toEqual([[false, true], true]);
  const all = withRight(withKind(one, true), first, true);
  expect([rights(all), isAskable(all)]).toEqual([[true, true], true]);
  expect(rights(withKind(all, false))).toEqual([true, false]);
  expect(isAskable(withRight(one, second, false))).toBe(false);
});
