import { QUIZ_QUESTIONS_MAX, type QuizQuestion, type UnitQuiz } from '@lectern/marketplace-contract';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { SelectField } from '../../../ui/field.js';
import type { TextLanguage } from '../editor/language-switch.js';
import { movedBy, replacedAt } from '../editor/lists.js';
import { QuestionField } from './question-field.js';
import { newQuestion } from './quiz-edit.js';

const PERCENTS = [50, 60, 70, 80, 90, 100];

export interface QuizFieldProps {
  readonly quiz: UnitQuiz;
  readonly language: TextLanguage;
  readonly isLocked: boolean;
  readonly onChange: (quiz: UnitQuiz) => void;
}

/** The questions of a quiz, with the correct answers. */
export function QuizField({ quiz, language, isLocked, onChange }: QuizFieldProps): ReactElement {
  const t = useText();
  const { questions, pass_percent: percent } = quiz;
  const put = (list: QuizQuestion[]): void => onChange({ ...quiz, questions: list });
  return (
    <fieldset disabled={isLocked} className="grid min-w-0 gap-4">
      <legend className="sr-only">{t('mentor.quiz')}</legend>
      <div className="max-w-60">
        <SelectField
          label={t('mentor.quiz.pass')}
          value={percent}
          onChange={(event) => onChange({ ...quiz, pass_percent: Number(event.target.value) })}
        >
          {[...new Set([...PERCENTS, percent])]
            .toSorted((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {one}%
              </option>
            ))}
        </SelectField>
      </div>
      {questions.map((question, index) => (
        <QuestionField
          key={question.id}
          question={question}
          number={index + 1}
          language={language}
          isFirst={index === 0}
          isLast={index === questions.length - 1}
          onChange={(changed) => put(replacedAt(questions, index, () => changed))}
          onMove={(by) => put(movedBy(questions, index, by))}
          onRemove={() => put(questions.filter(({ id }) => id !== question.id))}
        />
      ))}
      {questions.length < QUIZ_QUESTIONS_MAX && (
        <Button look="quiet" className="justify-self-start" onClick={() => put([...questions, newQuestion()])}>
          <Plus aria-hidden className="size-5" />
          {t('mentor.quiz.addQuestion')}
        </Button>
      )}
    </fieldset>
  );
}
