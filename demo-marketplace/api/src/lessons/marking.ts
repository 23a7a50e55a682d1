import type { QuizResult, RequestOf, submitQuiz, UnitQuiz } from '@lectern/marketplace-contract';

export type QuizAnswers = RequestOf<typeof submitQuiz>['answers'];

/** Score of a quiz attempt. */
export interface Marked extends Pick<QuizResult, 'score' | 'right' | 'of' | 'pass'> {
  readonly questions: readonly {
    readonly id: string;
    readonly isRight: boolean;
    /** Ids of the right choices. */
    readonly right: readonly string[];
  }[];
}

/**
 * Scores an attempt: a question is answered right when exactly its right choices are selected. Returns undefined when
 * the answers do not match the quiz, because its mentor has changed it meanwhile.
 */
export function markQuiz({ questions, pass_percent: passPercent }: UnitQuiz, answers: QuizAnswers): Marked | undefined {
  const chosen = new Map(answers.map(({ question, choices }) => [question, new Set(choices)]));
  if (chosen.size !== answers.length || chosen.size !== questions.length) return undefined;
  const marked = [];
  for (const { id, choices, is_multiple: isMultiple } of questions) {
    const own = chosen.get(id);
    if (own === undefined || own.size === 0 || (!isMultiple && own.size > 1)) return undefined;
    const known = new Set(choices.map((choice) => choice.id));
    if ([...own].some((choice) => !known.has(choice))) return undefined;
    const right = choices.filter((choice) => choice.is_right).map((choice) => choice.id);
    marked.push({ id, right, isRight: right.length === own.size && right.every((choice) => own.has(choice)) });
  }
  const of = marked.length;
  const right = marked.filter(({ isRight }) => isRight).length;
  const score = of === 0 ? 0 : Math.floor((right * 100) / of);
  return { score, right, of, pass: of > 0 && score >= passPercent, questions: marked };
}
