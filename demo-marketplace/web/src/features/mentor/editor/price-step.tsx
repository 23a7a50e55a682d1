import { feeOf, PLATFORM_FEE_PERCENT, type CourseBasics, type CrowdfundTerms } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { CheckField, SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { AmountField } from './amount-field.js';
import type { StepProps } from './editor.js';

const DAY_MS = 86_400_000;
/** Initial target of a campaign: backers, or an amount in cents. */
const PEOPLE = 30;
const AMOUNT_CENTS = 3_000_000;

/** The day at the reader's place, as a date field has it. */
function dayOf(moment: string): string {
  const at = new Date(moment);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
/** The end of a day in the reader's time zone; undefined if none is chosen. */
function endOf(day: string): string | undefined {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The price of a course, and the target if it is crowdfunded. */
export function PriceStep({ course, draft, errorOf }: StepProps): ReactElement {
  const t = useText();
  const { basics, setBasics } = draft;
  const { price_cents: price, original_price_cents: original } = basics;
  return (
    <div className="grid gap-6">
      <Section title={t('mentor.price')} text={t('mentor.price.text')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <AmountField
            label={t('mentor.price.now')}
            hint={price === 0 ? t('mentor.price.free') : t('mentor.price.payout', { amount: shown(payoutOf(price)) })}
            error={errorOf('price_cents')}
            cents={price}
            onChange={(cents) => setBasics({ price_cents: cents })}
          />
          <AmountField
            label={t('mentor.price.original')}
            hint={t('mentor.price.original.hint')}
            error={errorOf('original_price_cents')}
            cents={original}
            onChange={(cents) => setBasics({ original_price_cents: cents })}
          />
          <TextField
            label={t('mentor.seats')}
            hint={t('mentor.seats.hint')}
            error={errorOf('seats')}
            inputMode="numeric"
            defaultValue={basics.seats ?? ''}
            onChange={(event) => setBasics({ seats: seatsTyped(event.target.value) })}
          />
        </div>
      </Section>
      <Crowdfund
        basics={basics}
        isRunning={course.crowdfund_state !== null}
        errorOf={errorOf}
        onChange={(crowdfund) => setBasics({ crowdfund })}
      />
    </div>
  );
}

/** Parses a limit of seats; empty means no limit. Invalid input becomes a value that the server refuses. */
const seatsTyped = (text: string): number | null => {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
};

const payoutOf = (cents: number): number => cents - feeOf(cents, PLATFORM_FEE_PERCENT);

const shown = (cents: number): string => (Number.isNaN(cents) ? '–' : formatMoney(cents));

/** Converts a target between backers and money by the price of a pledge, as far as possible. */
function targetAs(
  target_type: CrowdfundTerms['target_type'],
  { target, early_price_cents: price }: CrowdfundTerms,
): Pick<CrowdfundTerms, 'target_type' | 'target'> {
  if (!(target > 0 && price > 0)) return { target_type, target: target_type === 'people' ? PEOPLE : AMOUNT_CENTS };
  return { target_type, target: target_type === 'people' ? Math.ceil(target / price) : target * price };
}

function Crowdfund({
  basics: { crowdfund, price_cents: price },
  isRunning,
  errorOf,
  onChange,
}: {
  readonly basics: CourseBasics;
  /** The campaign is public, so its terms are fixed. */
  readonly isRunning: boolean;
  readonly errorOf: StepProps['errorOf'];
  readonly onChange: (terms: CrowdfundTerms | null) => void;
}): ReactElement {
  const t = useText();
  const begin = (): CrowdfundTerms => {
    const now = Date.now();
    return {
      target_type: 'people',
      target: PEOPLE,
      deadline: new Date(now + 30 * DAY_MS).toISOString(),
      produce_by: new Date(now + 90 * DAY_MS).toISOString(),
      early_price_cents: Number.isNaN(price) ? 0 : price,
    };
  };
  const set = (change: Partial<CrowdfundTerms>): void => {
    if (crowdfund !== null) onChange({ ...crowdfund, ...change });
  };
  return (
    <Section title={t('mentor.fund')} text={t(isRunning ? 'mentor.fund.running' : 'mentor.fund.text')}>
      <CheckField
        checked={crowdfund !== null}
        disabled={isRunning}
        onChange={(event) => onChange(event.target.checked ? begin() : null)}
      >
        {t('mentor.fund.on')}
      </CheckField>
      {crowdfund !== null && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={t('mentor.fund.type')}
            value={crowdfund.target_type}
            disabled={isRunning}
            onChange={(event) => set(targetAs(event.target.value === 'amount' ? 'amount' : 'people', crowdfund))}
          >
            <option value="people">{t('mentor.fund.people')}</option>
            <option value="amount">{t('mentor.fund.amount')}</option>
          </SelectField>
          {crowdfund.target_type === 'amount' ? (
            <AmountField
              key="amount"
              label={t('mentor.fund.target.amount')}
              error={errorOf('crowdfund.target')}
              cents={crowdfund.target}
              isDisabled={isRunning}
              onChange={(target) => set({ target })}
            />
          ) : (
            <TextField
              key="people"
              label={t('mentor.fund.target.people')}
              error={errorOf('crowdfund.target')}
              type="number"
              min={1}
              disabled={isRunning}
              defaultValue={String(crowdfund.target)}
              onChange={(event) => set({ target: event.target.valueAsNumber })}
            />
          )}
          <TextField
            label={t('mentor.fund.deadline')}
            type="date"
            disabled={isRunning}
            value={dayOf(crowdfund.deadline)}
            onChange={(event) => {
              const deadline = endOf(event.target.value);
              if (deadline !== undefined) set({ deadline });
            }}
          />
          <TextField
            label={t('mentor.fund.produceBy')}
            type="date"
            disabled={isRunning}
            value={dayOf(crowdfund.produce_by)}
            onChange={(event) => {
              const produceBy = endOf(event.target.value);
              if (produceBy !== undefined) set({ produce_by: produceBy });
            }}
          />
          <AmountField
            label={t('mentor.fund.early')}
            hint={t('mentor.fund.early.hint')}
            error={errorOf('crowdfund.early_price_cents')}
            cents={crowdfund.early_price_cents}
            isDisabled={isRunning}
            onChange={(early) => set({ early_price_cents: early })}
          />
        </div>
      )}
    </Section>
  );
}
