import type { OpenQuestion, QuizResult } from '@lectern/marketplace-contract';
import { Check, CircleCheck, CircleX } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

export interface QuestionProps {
  readonly number: number;
  readonly question: OpenQuestion;
  readonly chosen: readonly string[];
  /** The marked answer; undefined until the quiz was submitted. */
  readonly explained: QuizResult['explain'][number] | undefined;
  readonly onChoose: (choices: readonly string[]) => void;
}

/** One question of a quiz, with the result once it is marked. */
export function Question({ number, question, chosen, explained, onChoose }: QuestionProps): ReactElement {
  const t = useText();
  const name = useId();
  const { text, is_multiple: isMultiple, choices } = question;
  const isMarked = explained !== undefined;
  const choose = (id: string, isOn: boolean): void => {
    if (!isMultiple) return onChoose([id]);
    onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <fieldset disabled={isMarked} className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 font-medium break-words">
        {number}. {text}
        {isMultiple && <span className="font-normal text-ink-soft"> {t('player.quiz.multiple')}</span>}
      </legend>
      {choices.map((choice) => {
        const isChosen = chosen.includes(choice.id);
        const isRight = explained?.right.includes(choice.id) === true;
        return (
          <label
            key={choice.id}
            className={`flex min-h-12 items-start gap-3 rounded-xl border px-4 py-3 ${
              isRight
                ? 'border-accent bg-accent-tint'
                : isChosen
                  ? `bg-paper ${explained?.is_right === false ? 'border-danger' : 'border-accent'}`
                  : 'border-line bg-paper'
            } ${isMarked ? '' : 'cursor-pointer hover:border-line-strong'}`}
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              checked={isChosen}
              onChange={(event) => choose(choice.id, event.target.checked)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow break-words">{choice.text}</span>
            {isRight && (
              <span className="inline-flex shrink-0 items-center gap-1 text-sm font-medium text-accent-strong">
                <Check aria-hidden className="size-4" />
                {t('player.quiz.right')}
              </span>
            )}
          </label>
        );
      })}
      {explained && (
        <div className="grid gap-1 px-1">
          <p
            className={`flex items-center gap-1.5 font-medium ${explained.is_right ? 'text-accent-strong' : 'text-danger'}`}
          >
            {explained.is_right ? (
              <CircleCheck aria-hidden className="size-5 shrink-0" />
            ) : (
              <CircleX aria-hidden className="size-5 shrink-0" />
            )}
            {t(explained.is_right ? 'player.quiz.isRight' : 'player.quiz.isWrong')}
          </p>
          {explained.reason !== '' && <p className="break-words text-ink-soft">{explained.reason}</p>}
        </div>
      )}
    </fieldset>
  );
}
