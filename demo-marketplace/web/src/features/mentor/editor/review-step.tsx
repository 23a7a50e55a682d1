import { COURSE_TODOS, type CourseTodo } from '@lectern/marketplace-contract';
import { Image } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { Spinner } from '../../../ui/spinner.js';
import { messageOf, ownMessage, stepOf, type FieldFaults } from './basics-faults.js';
import type { Step, StepProps } from './editor.js';
import { CheckItem } from './check-item.js';

const WHERE: Readonly<Record<CourseTodo, Step>> = {
  title: 'basics',
  intro: 'basics',
  category: 'basics',
  cover: 'media',
  outline: 'outline',
  'unit-titles': 'outline',
  'unit-content': 'outline',
  'unit-quiz': 'outline',
  deadline: 'price',
  'produce-by': 'price',
};
const FUND_ITEMS: readonly CourseTodo[] = ['deadline', 'produce-by'];

export interface ReviewStepProps extends StepProps {
  readonly isBusy: boolean;
  /** Invalid fields, which cannot be saved. */
  readonly faults: FieldFaults;
  /** Shown beside the button while changes cannot be saved. */
  readonly problem: ReactNode;
  readonly onSubmit: () => Promise<void>;
}

/** An entry of the checklist. */
interface Item {
  readonly id: string;
  readonly text: string;
  readonly step: Step;
  readonly isDone: boolean;
}

/** The open requirements, a preview, and the button to submit the course. */
export function ReviewStep({ course, draft, isBusy, faults, problem, onSubmit }: ReviewStepProps): ReactElement {
  const t = useText();
  const { basics, todo } = draft;
  const required = COURSE_TODOS.filter((item) => basics.crowdfund !== null || !FUND_ITEMS.includes(item)).map(
    (item): Item => ({ id: item, text: t(`mentor.todo.${item}`), step: WHERE[item], isDone: !todo.includes(item) }),
  );
  const invalid = Object.entries(faults).flatMap(([field, fault]): Item[] => {
    if (fault === undefined) return [];
    const step = stepOf(field);
    const own = ownMessage(field, fault);
    const text = own === undefined ? `${t(`mentor.step.${step}`)}: ${t(messageOf(field, fault))}` : t(own);
    return [{ id: field, text, step, isDone: false }];
  });
  const items = [...invalid, ...required];
  const open = items.filter(({ isDone }) => !isDone).length;
  const hasEdits = course.status !== 'approved' || course.change !== 'none' || draft.isEdited;
  return (
    <div className="grid gap-6">
      <Section title={t('mentor.review.check')} text={t('mentor.review.check.text')}>
        <ul className="grid gap-3 sm:grid-cols-2">
          {items.map((item) => (
            <CheckItem key={item.id} text={item.text} step={item.step} isDone={item.isDone} />
          ))}
        </ul>
      </Section>
      <Preview draft={draft} />
      {hasEdits && !course.is_locked && (
        <SubmitForm isChange={course.status === 'approved'} isBusy={isBusy} open={open} onSubmit={onSubmit}>
          {problem}
        </SubmitForm>
      )}
    </div>
  );
}

interface SubmitFormProps {
  /** The course is on sale, so the changes are what is submitted. */
  readonly isChange: boolean;
  readonly isBusy: boolean;
  /** Requirements that are not met yet. */
  readonly open: number;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** The button that submits the course; a form, so that a problem with saving is focused. */
function SubmitForm({ isChange, isBusy, open, onSubmit: submit, children }: SubmitFormProps): ReactElement {
  const t = useText();
  const { onSubmit } = useEntryForm<Record<string, never>>({
    defaultValues: {},
    resolver: messageResolver(),
    send: async () => {
      await submit();
      return undefined;
    },
  });
  return (
    <form noValidate className="grid justify-items-start gap-2" onSubmit={onSubmit}>
      {children}
      <Button type="submit" size="large" disabled={isBusy || open > 0}>
        {isBusy && <Spinner />}
        {t(isChange ? 'mentor.review.submitChange' : 'mentor.review.submit')}
      </Button>
      <p className="text-sm text-ink-soft">
        {t(open > 0 ? 'mentor.review.open' : 'mentor.review.next', { count: open })}
      </p>
    </form>
  );
}

/** A preview of the course card and the outline. */
function Preview({ draft: { basics, chapters, files } }: Pick<StepProps, 'draft'>): ReactElement {
  const t = useText();
  const isEnglish = useLocale() === 'en';
  const of = ({ zh, en }: { readonly zh: string; readonly en: string }): string => (isEnglish ? en || zh : zh || en);
  const cover = files[basics.images[0] ?? '']?.url ?? '';
  const { price_cents: price, original_price_cents: original } = basics;
  const amount = (cents: number): string => (Number.isNaN(cents) ? '–' : formatMoney(cents));
  return (
    <Section title={t('mentor.review.preview')}>
      <div className="grid gap-6 md:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="self-start overflow-hidden rounded-2xl border border-line">
          {cover === '' ? (
            <span className="grid aspect-video place-items-center bg-sunken text-ink-soft">
              <Image aria-hidden className="size-8" />
            </span>
          ) : (
            <img src={cover} alt="" className="aspect-video w-full object-cover" />
          )}
          <div className="grid gap-1 p-4">
            <p className="font-semibold break-words">{of(basics.title) || t('mentor.courses.untitled')}</p>
            <p className="text-sm break-words text-ink-soft">{of(basics.subtitle)}</p>
            <p className="flex flex-wrap items-baseline gap-2">
              <span className="font-semibold">{price === 0 ? t('mentor.free') : amount(price)}</span>
              {original > price && <s className="text-sm text-ink-soft">{amount(original)}</s>}
            </p>
          </div>
        </div>
        <ol className="grid content-start gap-3">
          {chapters.map((chapter, index) => (
            <li key={chapter.uid}>
              <p className="font-medium break-words">{`${index + 1}. ${of(chapter.title)}`}</p>
              <ul className="mt-1 grid gap-1 text-ink-soft">
                {chapter.units.map((unit, position) => (
                  <li key={unit.uid} className="break-words">
                    {`${index + 1}.${position + 1} ${of(unit.title)}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {chapters.length === 0 && <li className="text-ink-soft">{t('mentor.review.noUnits')}</li>}
        </ol>
      </div>
    </Section>
  );
}
