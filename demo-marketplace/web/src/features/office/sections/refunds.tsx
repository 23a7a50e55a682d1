import { decideRefundRequest, formatDateTime } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { verdicts } from '../lib/verdict.js';
import { waitingRefundsQuery } from '../api/office.js';

/** The refund requests of buyers. */
export function RefundsSection({ page, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const result = useQuery(waitingRefundsQuery({ page }));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <OfficeList
      label={t('office.refunds')}
      result={result}
      hrefOf={(to) => officeLink('refunds', { page: to })}
      empty={{ icon: ReceiptText, title: t('office.empty'), text: t('office.refunds.empty') }}
    >
      {(refund) => (
        <OfficeCard
          title={<Person member={refund.member} />}
          at={refund.applied_at}
          actions={
            <Decision
              action={decideRefundRequest}
              onDone={done}
              choices={verdicts(t, 'refunds', refund.id, {
                name: refund.member.name,
                amount: formatMoney(refund.amount_cents),
              })}
            />
          }
        >
          <p className="text-2xl font-semibold tabular-nums">{formatMoney(refund.amount_cents)}</p>
          <DescriptionList
            facts={[
              { label: t('office.refunds.item'), value: refund.title },
              { label: t('office.refunds.order'), value: refund.order_no },
              {
                label: t('office.refunds.paidAt'),
                value: refund.paid_at === null ? '' : formatDateTime(Date.parse(refund.paid_at)),
              },
              { label: t('office.refunds.seller'), value: refund.seller && <Person member={refund.seller} /> },
              { label: t('office.refunds.progress'), value: `${refund.percent}%` },
              { label: t('office.refunds.certificate'), value: refund.certificate_no ?? '' },
              { label: t('office.refunds.reason'), value: refund.reason },
            ]}
          />
          {refund.images.length > 0 && (
            <ul className="flex flex-wrap gap-3">
              {refund.images.map((image) => (
                <li key={image}>
                  <a href={image} target="_blank" rel="noreferrer" className="block rounded-lg">
                    <img
                      src={image}
                      alt={t('feedback.image.alt')}
                      className="size-28 rounded-lg bg-sunken object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </OfficeCard>
      )}
    </OfficeList>
  );
}
