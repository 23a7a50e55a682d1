import { LIVE_TODOS, type LiveTodo } from '@lectern/marketplace-contract';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../../i18n/use-text.js';
import { Button } from '../../../../ui/button.js';
import { Section } from '../../../../ui/section.js';
import { Spinner } from '../../../../ui/spinner.js';
import type { DraftDocument } from './live-draft.js';
import { messageOf, ownMessage, stepOf, type FieldFaults, type Step } from './live-faults.js';
import type { StepProps } from './step-props.js';
import { CheckItem } from '../../editor/check-item.js';

export interface ReviewStepProps extends StepProps {
  readonly isBusy: boolean;
  /** Invalid fields, which cannot be saved. */
  readonly invalid: FieldFaults;
  /** Rules that are not met, by the field that shows them. */
  readonly rules: ReadonlyMap<string, LiveTodo>;
  /** Shown beside the button while changes cannot be saved. */
  readonly problem: ReactNode;
  readonly onSubmit: () => Promise<void>;
}

const stepOfTodo = (todo: LiveTodo): Step => {
  if (todo === 'timeline' || todo === 'broadcast' || todo.startsWith('session') || todo.startsWith('start')) {
    return 'timeline';
  }
  return ['title', 'intro', 'cover', 'room', 'venue'].includes(todo) ? 'basics' : 'packages';
};

/** Rules that have a meaning for a document: an online class has no venue. */
const rulesOf = ({ mode, packages }: DraftDocument): readonly LiveTodo[] =>
  LIVE_TODOS.filter((todo) => {
    if (todo === 'room') return mode === 'online';
    if (todo === 'venue') return mode === 'offline';
    return todo !== 'early-bird' || packages.some(({ early_price_cents: early }) => early !== null);
  });

interface Item {
  readonly id: string;
  readonly text: string;
  readonly step: Step;
  readonly isDone: boolean;
}

/** The open requirements, and the button to submit. */
export function ReviewStep(props: ReviewStepProps): ReactElement {
  const { draft, isLocked, isBusy, invalid, rules, problem, onSubmit } = props;
  const t = useText();
  const open = new Set(rules.values());
  const required = rulesOf(draft.document).map((todo): Item => ({
    id: todo,
    text: t(`plan.todo.${todo}`),
    step: stepOfTodo(todo),
    isDone: !open.has(todo),
  }));
  const refused = Object.entries(invalid).flatMap(([field, fault]): Item[] => {
    if (fault === undefined) return [];
    const step = stepOf(field);
    const own = ownMessage(field, fault);
    const text = own === undefined ? `${t(`plan.step.${step}`)}: ${t(messageOf(field, fault))}` : t(own);
    return [{ id: field, text, step, isDone: false }];
  });
  const items = [...refused, ...required];
  const count = items.filter(({ isDone }) => !isDone).length;
  return (
    <div className="grid gap-6">
      <Section title={t('plan.review')} text={t('plan.review.text')}>
        <ul className="grid gap-3 sm:grid-cols-2">
          {items.map((item) => (
            <CheckItem key={item.id} text={item.text} step={item.step} isDone={item.isDone} />
          ))}
        </ul>
      </Section>
      {!isLocked && (
        <div className="grid justify-items-start gap-2">
          {problem}
          <Button size="large" disabled={isBusy} onClick={() => void onSubmit()}>
            {isBusy && <Spinner />}
            {t('plan.submit')}
          </Button>
          <p className="text-sm text-ink-soft">
            {count === 0 ? t('plan.submit.next') : t('plan.submit.open', { count })}
          </p>
        </div>
      )}
    </div>
  );
}
