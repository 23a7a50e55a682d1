import {
  closePaymentCase,
  formatDateTime,
  type PaymentCase,
  type PaymentCaseOutcome,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText, type Text } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { Decision, type Choice } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { paymentCasesQuery } from '../api/payment-cases.js';
import { casesAskedBy } from '../lib/asked.js';

/** Payments that do not fit, and jobs on money that failed. */
export function PaymentsSection({ search, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const asked = casesAskedBy(search);
  const { state } = asked;
  const result = useQuery(paymentCasesQuery(asked));
  const other = state === 'open' ? 'closed' : 'open';
  return (
    <>
      <LinkButton look="quiet" className="self-start" to={officeLink('payments', { state: other })}>
        {t(`office.payments.show.${other}`)}
      </LinkButton>
      <OfficeList
        label={t('office.payments')}
        result={result}
        hrefOf={(to) => officeLink('payments', { state, page: to })}
        empty={{
          icon: CircleDollarSign,
          title: t(state === 'open' ? 'office.empty' : 'office.empty.decided'),
          text: t(`office.payments.empty.${state}`),
        }}
      >
        {(one) => (
          <OfficeCard
            title={
              one.member === null ? <strong>{t(`office.payments.${one.kind}`)}</strong> : <Person member={one.member} />
            }
            at={one.opened_at}
            badges={one.member !== null && <Badge tone="warn">{t(`office.payments.${one.kind}`)}</Badge>}
            actions={
              one.outcomes.length > 0 && (
                <Decision
                  action={closePaymentCase}
                  choices={one.outcomes.map((outcome) => choiceOf(t, one, outcome))}
                  onDone={() => {
                    void result.refetch();
                    onDecided();
                  }}
                />
              )
            }
          >
            <DescriptionList facts={factsOf(t, one)} />
          </OfficeCard>
        )}
      </OfficeList>
    </>
  );
}

function factsOf(t: Text, one: PaymentCase) {
  const { kind, amount_cents, expected_cents, outcome, closed_at } = one;
  const isPayment = kind !== 'job-failed';
  const paid = amount_cents === null ? t('office.payments.otherCurrency') : formatMoney(amount_cents);
  return [
    {
      label: t(kind === 'refund-failed' ? 'office.payments.refund' : 'office.payments.paid'),
      value: isPayment ? paid : '',
    },
    { label: t('office.payments.expected'), value: expected_cents === null ? '' : formatMoney(expected_cents) },
    { label: t('office.refunds.item'), value: one.title },
    { label: t('office.refunds.order'), value: one.order_no },
    { label: t('office.payments.ref'), value: one.provider_ref },
    { label: t('office.payments.outNo'), value: one.out_no },
    { label: t('office.payments.note'), value: one.note },
    { label: t('office.payments.outcome'), value: outcome === null ? '' : t(`office.payments.was.${outcome}`) },
    { label: t('office.reason'), value: one.reason },
    {
      label: t('office.payments.closedAt'),
      value: closed_at === null ? '' : formatDateTime(Date.parse(closed_at)),
    },
  ];
}

function choiceOf(t: Text, one: PaymentCase, outcome: PaymentCaseOutcome): Choice<typeof closePaymentCase> {
  return {
    id: outcome,
    label: t(`office.payments.${outcome}`),
    words: {
      title: t(`office.payments.${outcome}.title`),
      text: t(`office.payments.${outcome}.text`, {
        amount: formatMoney(one.amount_cents ?? 0),
        name: one.member?.name ?? '',
      }),
      confirm: t(`office.payments.${outcome}`),
      look: 'solid',
      reason: { label: t('office.reason'), hint: t('office.payments.reasonHint'), isRequired: true },
    },
    body: (reason) => ({ id: one.id, outcome, reason }),
  };
}
