import type { UnitQuiz } from '@lectern/marketplace-contract';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

const bothOf = ({ zh, en }: { readonly zh: string; readonly en: string }): string =>
  [zh, en].filter((text) => text !== '').join(' / ');

/** The questions of a quiz in both languages, with the correct answers. */
export function QuizOutline({ quiz }: { readonly quiz: UnitQuiz }): ReactElement {
  const t = useText();
  return (
    <div className="grid gap-4 pb-3">
      <p className="text-sm text-ink-soft">{t('office.courses.quiz.pass', { percent: quiz.pass_percent })}</p>
      <ol className="grid list-decimal gap-4 pl-6">
        {quiz.questions.map((question) => (
          <li key={question.id} className="break-words">
            <p className="font-medium">{bothOf(question.text)}</p>
            <ul className="mt-1 grid gap-1">
              {question.choices.map((choice) => (
                <li key={choice.id} className="flex items-start gap-2">
                  {choice.is_right ? (
                    <>
                      <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
                      <span className="sr-only">{t('office.courses.quiz.right')}</span>
                    </>
                  ) : (
                    <span aria-hidden className="size-4 shrink-0" />
                  )}
                  <span className={`min-w-0 ${choice.is_right ? 'font-medium' : ''}`}>{bothOf(choice.text)}</span>
                </li>
              ))}
            </ul>
            {bothOf(question.reason) !== '' && <p className="mt-1 text-sm text-ink-soft">{bothOf(question.reason)}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
