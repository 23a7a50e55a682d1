import {
  feeOf,
  LIVE_TITLE_MAX,
  PACKAGES_MAX,
  PLATFORM_FEE_PERCENT,
  RefundPolicy,
  TICKET_LIMIT_MAX,
  TICKETS_MAX,
} from '@lectern/marketplace-contract';
import { Plus, TicketPlus, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../../i18n/use-text.js';
import { formatMoney } from '../../../../lib/money.js';
import { Button } from '../../../../ui/button.js';
import { Empty } from '../../../../ui/empty.js';
import { CheckField, SelectField, TextField } from '../../../../ui/field.js';
import { Section } from '../../../../ui/section.js';
import { momentText } from '../../../../lib/moment-text.js';
import { AmountField } from '../../editor/amount-field.js';
import { LANGUAGE_TAGS, LanguageSwitch, type TextLanguage } from '../../editor/language-switch.js';
import { replacedAt } from '../../editor/lists.js';
import { CountField, DayField, MomentField } from './fields.js';
import { ListFault } from './list-fault.js';
import { newPackage, type DraftPackage } from './live-draft.js';
import { UndoBar, useRemoval } from './removal.js';
import type { StepProps } from './step-props.js';

const DAY_MS = 86_400_000;

/** Types of tickets with their prices and times, and the refund policy of all of them. */
export function PackagesStep(props: StepProps): ReactElement {
  const { draft, isLocked, errorOf } = props;
  const t = useText();
  const [language, setLanguage] = useState<TextLanguage>(useLocale() === 'en' ? 'en' : 'zh');
  const { document, set } = draft;
  const { packages } = document;
  const removal = useRemoval(draft);
  const add = (): void => set({ packages: [...packages, newPackage(document, Date.now())] });
  return (
    <div className="grid gap-6">
      <LanguageSwitch value={language} onChange={setLanguage} />
      <ListFault error={errorOf('packages')}>
        {packages.length === 0 && (
          <Empty icon={TicketPlus} title={t('plan.ticket.none')} text={t('plan.ticket.none.text')}>
            {!isLocked && <Button onClick={add}>{t('plan.ticket.add')}</Button>}
          </Empty>
        )}
      </ListFault>
      {packages.map((one, index) => (
        <TicketType
          key={one.uid}
          {...props}
          {...{ one, index, language }}
          onChange={(change) =>
            set({ packages: replacedAt(packages, index, (current) => ({ ...current, ...change })) })
          }
          onRemove={
            isLocked
              ? undefined
              : () => removal.remove('plan.ticket.removed', { packages: packages.filter(({ uid }) => uid !== one.uid) })
          }
        />
      ))}
      {!isLocked && packages.length > 0 && packages.length < PACKAGES_MAX && (
        <Button look="quiet" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-5" />
          {t('plan.ticket.add')}
        </Button>
      )}
      <Section title={t('plan.policy')} text={t('plan.policy.text')}>
        <SelectField
          label={t('plan.policy.label')}
          value={document.refund_policy}
          onChange={({ target }) => {
            const policy = Object.values(RefundPolicy).find((each) => each === target.value);
            if (policy !== undefined) set({ refund_policy: policy });
          }}
        >
          {Object.values(RefundPolicy).map((policy) => (
            <option key={policy} value={policy}>
              {t(`plan.policy.${policy}`)}
            </option>
          ))}
        </SelectField>
      </Section>
      <UndoBar removal={removal} />
    </div>
  );
}

interface TicketTypeProps extends StepProps {
  readonly one: DraftPackage;
  readonly index: number;
  readonly language: TextLanguage;
  readonly onChange: (change: Partial<DraftPackage>) => void;
  readonly onRemove: (() => void) | undefined;
}

function TicketType(props: TicketTypeProps): ReactElement {
  const { one, index, language, errorOf, onChange, onRemove } = props;
  const t = useText();
  const number = index + 1;
  const at = `packages.${index}`;
  return (
    <Section title={t('plan.ticket', { number })}>
      <TextField
        label={t('plan.ticket.name')}
        error={errorOf(`${at}.name.${language}`, `${at}.name`)}
        lang={LANGUAGE_TAGS[language]}
        value={one.name[language]}
        maxLength={LIVE_TITLE_MAX}
        onChange={(event) => onChange({ name: { ...one.name, [language]: event.target.value } })}
      />
      <Included {...props} />
      <Prices {...props} />
      <EarlyBird {...props} />
      <Times {...props} />
      {onRemove !== undefined && (
        <Button look="quiet" className="justify-self-start" onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
          {t('plan.ticket.remove', { number })}
        </Button>
      )}
    </Section>
  );
}

/** The sessions that a ticket is for. */
function Included({ draft, one, index, errorOf, onChange }: TicketTypeProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const error = errorOf(`packages.${index}.sessions`);
  return (
    <ListFault error={error}>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('plan.ticket.sessions')}</legend>
        {draft.document.timeline.map(({ ref, title: { zh, en }, start_at }, position) => {
          const name = (locale === 'en' ? en || zh : zh || en) || t('plan.session', { number: position + 1 });
          const isIncluded = one.sessions.includes(ref);
          return (
            <CheckField
              key={ref}
              checked={isIncluded}
              onChange={() =>
                onChange({
                  sessions: isIncluded ? one.sessions.filter((each) => each !== ref) : [...one.sessions, ref],
                })
              }
            >
              {start_at === null ? name : `${name} · ${momentText(locale, start_at)}`}
            </CheckField>
          );
        })}
        {draft.document.timeline.length === 0 && <p className="text-ink-soft">{t('plan.ticket.noSessions')}</p>}
      </fieldset>
    </ListFault>
  );
}

const payoutOf = (cents: number): number => cents - feeOf(cents, PLATFORM_FEE_PERCENT);

function Prices({ one, index, errorOf, onChange }: TicketTypeProps): ReactElement {
  const t = useText();
  const at = `packages.${index}`;
  const { price_cents: price, original_price_cents: original } = one;
  const payout = Number.isNaN(price) ? '–' : formatMoney(payoutOf(price));
  // The original price follows until it is raised.
  const setPrice = (cents: number): void =>
    onChange({ price_cents: cents, ...(Object.is(original, price) && { original_price_cents: cents }) });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AmountField
        label={t('plan.price')}
        hint={price === 0 ? t('plan.price.free') : t('plan.price.payout', { amount: payout })}
        error={errorOf(`${at}.price_cents`)}
        cents={price}
        onChange={setPrice}
      />
      <AmountField
        label={t('plan.price.original')}
        hint={t('plan.price.original.hint')}
        error={errorOf(`${at}.original_price_cents`)}
        cents={original}
        onChange={(cents) => onChange({ original_price_cents: cents })}
      />
      <CountField
        label={t('plan.quantity')}
        hint={t('plan.quantity.hint', { max: TICKETS_MAX })}
        error={errorOf(`${at}.quantity`)}
        value={one.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <CountField
        label={t('plan.limit')}
        hint={t('plan.limit.hint', { max: TICKET_LIMIT_MAX })}
        error={errorOf(`${at}.limit_per_member`)}
        value={one.limit_per_member}
        onChange={(limit_per_member) => onChange({ limit_per_member })}
      />
    </div>
  );
}

function EarlyBird({ one, index, errorOf, onChange }: TicketTypeProps): ReactElement {
  const t = useText();
  const at = `packages.${index}`;
  const { early_price_cents: early, early_until: until } = one;
  const begin = (): Partial<DraftPackage> => ({
    early_price_cents: one.price_cents,
    early_until: one.sale_start === null ? null : new Date(Date.parse(one.sale_start) + DAY_MS).toISOString(),
  });
  return (
    <>
      <CheckField
        checked={early !== null}
        onChange={({ target }) => onChange(target.checked ? begin() : { early_price_cents: null, early_until: null })}
      >
        {t('plan.early')}
      </CheckField>
      {early !== null && (
        <div className="grid gap-5 sm:grid-cols-2">
          <AmountField
            label={t('plan.early.price')}
            error={errorOf(`${at}.early_price_cents`)}
            cents={early}
            onChange={(early_price_cents) => onChange({ early_price_cents })}
          />
          <MomentField
            label={t('plan.early.until')}
            error={errorOf(`${at}.early_until`)}
            value={until}
            onChange={(early_until) => onChange({ early_until })}
          />
        </div>
      )}
    </>
  );
}

/** Window of the sale, and the days on which the ticket is usable. */
function Times({ one, index, errorOf, onChange }: TicketTypeProps): ReactElement {
  const t = useText();
  const at = `packages.${index}`;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <MomentField
        label={t('plan.sale.start')}
        error={errorOf(`${at}.sale_start`)}
        value={one.sale_start}
        onChange={(sale_start) => onChange({ sale_start })}
      />
      <MomentField
        label={t('plan.sale.end')}
        hint={t('plan.sale.end.hint')}
        error={errorOf(`${at}.sale_end`)}
        value={one.sale_end}
        onChange={(sale_end) => onChange({ sale_end })}
      />
      <DayField
        label={t('plan.use.from')}
        hint={t('plan.use.from.hint')}
        error={errorOf(`${at}.use_from`)}
        value={one.use_from}
        onChange={(use_from) => onChange({ use_from })}
      />
      <DayField
        label={t('plan.use.until')}
        error={errorOf(`${at}.use_until`)}
        value={one.use_until}
        onChange={(use_until) => onChange({ use_until })}
      />
    </div>
  );
}
