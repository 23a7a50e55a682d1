import { decideWithdrawal, readPayoutAccount, type WaitingWithdrawal } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Eye, HandCoins } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Badge } from '../../../ui/badge.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { verdicts } from '../lib/verdict.js';
import { waitingWithdrawalsQuery } from '../api/office.js';

/** The withdrawal requests of members. */
export function WithdrawalsSection({ page, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const result = useQuery(waitingWithdrawalsQuery({ page }));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <OfficeList
      label={t('office.withdrawals')}
      result={result}
      hrefOf={(to) => officeLink('withdrawals', { page: to })}
      empty={{ icon: HandCoins, title: t('office.empty'), text: t('office.withdrawals.empty') }}
    >
      {(withdrawal) => (
        <OfficeCard
          title={<Person member={withdrawal.member} />}
          at={withdrawal.applied_at}
          badges={<Badge>{t(`office.withdrawals.scope.${withdrawal.scope}`)}</Badge>}
          actions={
            <Decision
              action={decideWithdrawal}
              onDone={done}
              choices={verdicts(t, 'withdrawals', withdrawal.id, {
                name: withdrawal.member.name,
                amount: formatMoney(withdrawal.amount_cents),
                arrive: formatMoney(withdrawal.arrive_cents),
              })}
            />
          }
        >
          <p className="text-2xl font-semibold tabular-nums">{formatMoney(withdrawal.amount_cents)}</p>
          <DescriptionList
            facts={[
              { label: t('office.withdrawals.arrive'), value: formatMoney(withdrawal.arrive_cents) },
              { label: t('office.withdrawals.bank'), value: withdrawal.bank },
              { label: t('office.withdrawals.holder'), value: withdrawal.holder },
              { label: t('office.withdrawals.no'), value: <AccountNumber withdrawal={withdrawal} /> },
            ]}
          />
        </OfficeCard>
      )}
    </OfficeList>
  );
}

/** The end of an account's number; the whole of it is read by who pays, and that is written down. */
function AccountNumber({ withdrawal: { id, last4 } }: { readonly withdrawal: WaitingWithdrawal }): ReactElement {
  const t = useText();
  const [whole, setWhole] = useState<string>();
  const { isBusy, problem, call } = useCall(readPayoutAccount);
  const read = async (): Promise<void> => setWhole((await call({ id }))?.no);
  if (whole !== undefined) return <span className="tabular-nums select-all">{whole}</span>;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="tabular-nums">•••• {last4}</span>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void read()}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-lg font-medium text-accent hover:text-accent-strong"
        >
          <Eye aria-hidden className="size-4" />
          {t('office.withdrawals.show')}
        </button>
      </span>
      {problem !== undefined && <Alert>{problem}</Alert>}
    </>
  );
}
