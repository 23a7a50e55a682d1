import {
  isAskable,
  QUIZ_CHOICE_LENGTH,
  QUIZ_CHOICES_MAX,
  QUIZ_CHOICES_MIN,
  QUIZ_QUESTION_LENGTH,
  QUIZ_REASON_LENGTH,
  type QuizQuestion,
} from '@lectern/marketplace-contract';
import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, SelectField } from '../../../ui/field.js';
import { TextArea } from '../../../ui/text-area.js';
import { IconButton } from '../editor/icon-button.js';
import { LANGUAGE_TAGS, type TextLanguage } from '../editor/language-switch.js';
import { replacedAt } from '../editor/lists.js';
import { newChoice, withKind, withRight } from './quiz-edit.js';

export interface QuestionFieldProps {
  readonly question: QuizQuestion;
  readonly number: number;
  readonly language: TextLanguage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (question: QuizQuestion) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One question with its choices; those that are right are ticked. */
export function QuestionField({
  question,
  number,
  language,
  isFirst,
  isLast,
  onChange,
  onMove,
  onRemove,
}: QuestionFieldProps): ReactElement {
  const t = useText();
  const name = useId();
  const { choices, is_multiple: isMultiple } = question;
  const lang = LANGUAGE_TAGS[language];
  return (
    <section
      aria-label={t('mentor.quiz.question', { number })}
      className="grid gap-4 rounded-xl border border-line bg-surface p-3 sm:p-4"
    >
      <div className="-mb-2 flex items-center justify-between gap-2">
        <p className="font-semibold">{t('mentor.quiz.question', { number })}</p>
        <span className="flex">
          <IconButton
            icon={ArrowUp}
            label={t('mentor.quiz.questionUp', { number })}
            isDisabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('mentor.quiz.questionDown', { number })}
            isDisabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton icon={Trash2} label={t('mentor.quiz.removeQuestion', { number })} onClick={onRemove} />
        </span>
      </div>
      <TextArea
        label={t('mentor.quiz.text')}
        aria-label={t('mentor.quiz.textOf', { number })}
        rows={2}
        lang={lang}
        maxLength={QUIZ_QUESTION_LENGTH}
        value={question.text[language]}
        onChange={(event) => onChange({ ...question, text: { ...question.text, [language]: event.target.value } })}
      />
      <div className="sm:max-w-60">
        <SelectField
          label={t('mentor.quiz.kind')}
          aria-label={t('mentor.quiz.kindOf', { number })}
          value={isMultiple ? 'multiple' : 'single'}
          onChange={(event) => onChange(withKind(question, event.target.value === 'multiple'))}
        >
          <option value="single">{t('mentor.quiz.single')}</option>
          <option value="multiple">{t('mentor.quiz.multiple')}</option>
        </SelectField>
      </div>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-2 text-sm font-medium">
          {t('mentor.quiz.choices')}{' '}
          <span className="font-normal text-ink-soft">
            {t(isMultiple ? 'mentor.quiz.choices.multiple' : 'mentor.quiz.choices.single')}
          </span>
        </legend>
        {choices.map((choice, index) => (
          <div key={choice.id} className="flex items-center gap-3">
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              aria-label={t('mentor.quiz.isRight', { number: index + 1 })}
              checked={choice.is_right}
              onChange={(event) => onChange(withRight(question, choice.id, event.target.checked))}
              className="size-5 shrink-0 accent-accent"
            />
            <input
              aria-label={t('mentor.quiz.choice', { number: index + 1 })}
              lang={lang}
              maxLength={QUIZ_CHOICE_LENGTH}
              value={choice.text[language]}
              onChange={(event) => {
                const text = { ...choice.text, [language]: event.target.value };
                onChange({ ...question, choices: replacedAt(choices, index, (one) => ({ ...one, text })) });
              }}
              className={CONTROL}
            />
            <IconButton
              icon={X}
              label={t('mentor.quiz.removeChoice', { number: index + 1 })}
              isDisabled={choices.length <= QUIZ_CHOICES_MIN}
              onClick={() => onChange({ ...question, choices: choices.filter(({ id }) => id !== choice.id) })}
            />
          </div>
        ))}
        {choices.length < QUIZ_CHOICES_MAX && (
          <Button
            look="quiet"
            className="mt-1 justify-self-start"
            onClick={() => onChange({ ...question, choices: [...choices, newChoice()] })}
          >
            <Plus aria-hidden className="size-5" />
            {t('mentor.quiz.addChoice')}
          </Button>
        )}
      </fieldset>
      <TextArea
        label={t('mentor.quiz.reason')}
        hint={t('mentor.quiz.reason.hint')}
        rows={2}
        lang={lang}
        maxLength={QUIZ_REASON_LENGTH}
        value={question.reason[language]}
        onChange={(event) => onChange({ ...question, reason: { ...question.reason, [language]: event.target.value } })}
      />
      {!isAskable(question) && <p className="text-sm text-amber">{t('mentor.quiz.unasked')}</p>}
    </section>
  );
}
