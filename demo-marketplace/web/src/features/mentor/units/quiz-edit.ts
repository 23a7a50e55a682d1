import {
  QUIZ_CHOICES_MIN,
  QUIZ_PASS_PERCENT,
  type QuizChoice,
  type QuizQuestion,
  type UnitQuiz,
} from '@lectern/marketplace-contract';

const EMPTY = { zh: '', en: '' };

export const newChoice = (): QuizChoice => ({ id: crypto.randomUUID(), text: EMPTY, is_right: false });

export const newQuestion = (): QuizQuestion => ({
  id: crypto.randomUUID(),
  text: EMPTY,
  is_multiple: false,
  choices: Array.from({ length: QUIZ_CHOICES_MIN }, newChoice),
  reason: EMPTY,
});

export const newQuiz = (): UnitQuiz => ({ pass_percent: QUIZ_PASS_PERCENT, questions: [newQuestion()] });

/** A question with one of its choices marked as right, or not; where there is one right choice, the others are not. */
export function withRight(question: QuizQuestion, id: string, isRight: boolean): QuizQuestion {
  const choices = question.choices.map((choice) => {
    if (choice.id === id) return { ...choice, is_right: isRight };
    return question.is_multiple ? choice : { ...choice, is_right: false };
  });
  return { ...question, choices };
}

/** Changes a question to one or several correct choices; for one, the first correct choice is kept. */
export function withKind(question: QuizQuestion, isMultiple: boolean): QuizQuestion {
  const first = question.choices.find((choice) => choice.is_right);
  const changed = { ...question, is_multiple: isMultiple };
  return first === undefined || isMultiple ? changed : withRight(changed, first.id, true);
}
