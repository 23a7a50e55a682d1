import {
  CENTS_PER_DOLLAR,
  formatDateTime,
  type getPoints,
  signIn,
  wholeDollars,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { pageOf, withQuery } from '../../../lib/query.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { Section } from '../../../ui/section.js';
import { toastDone } from '../../../ui/toast.js';
import { pointLinesQuery, pointsQuery } from '../api/coupons.js';
import { useApiClient } from '../../../api/use-api-client.js';

const numberOf = (points: number): string => points.toLocaleString('en');

/** The points of a member, their value, and their history. */
export function Points(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const page = pageOf(search);
  const client = useApiClient();
  const result = useQuery(pointsQuery());
  // Counts the sign-ins, because earned points reload the list.
  const [gains, setGains] = useState(0);

  if (result.isPending) return <ListSkeleton rows={3} className="h-28" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  return (
    <div className="grid gap-6">
      <PointsSummary
        summary={result.data}
        onSignedIn={(balance) => {
          client.setQueryData(pointsQuery().queryKey, { ...result.data, balance, signed_in: true });
          setGains(gains + 1);
        }}
      />
      <PointsList
        key={`${page} ${gains}`}
        page={page}
        hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
      />
    </div>
  );
}

interface PointsSummaryProps {
  readonly summary: ResponseOf<typeof getPoints>;
  readonly onSignedIn: (balance: number) => void;
}

function PointsSummary({ summary, onSignedIn }: PointsSummaryProps): ReactElement {
  const t = useText();
  const { call, isBusy, problem } = useCall(signIn);
  const { balance, rate_cents, cap_percent, per_dollar, per_sign_in, signed_in } = summary;
  const sign = async (): Promise<void> => {
    const done = await call({});
    if (done === undefined) return;
    if (done.gained > 0) toastDone(t('wallet.points.gained', { points: done.gained }));
    onSignedIn(done.balance);
  };
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex flex-col items-start gap-3 rounded-2xl border border-accent bg-accent-tint p-5">
        <p className="text-sm text-ink-soft">{t('wallet.points')}</p>
        <p className="text-3xl font-semibold tabular-nums">{numberOf(balance)}</p>
        <p className="text-sm text-ink-soft">
          {t('wallet.points.worth', { amount: formatMoney(wholeDollars(balance * rate_cents)) })}
        </p>
        {problem !== undefined && <Alert>{problem}</Alert>}
        {signed_in ? (
          <p className="mt-auto text-sm text-ink-soft">{t('wallet.points.signedIn')}</p>
        ) : (
          <Button className="mt-auto" aria-disabled={isBusy} onClick={() => void sign()}>
            {t('wallet.points.signIn', { points: per_sign_in })}
          </Button>
        )}
      </div>
      <Section title={t('wallet.pointsList.rules')}>
        <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
          <li>{t('wallet.points.rule.earn', { points: per_dollar })}</li>
          <li>{t('wallet.points.rule.daily', { points: per_sign_in })}</li>
          <li>
            {t('wallet.points.rule.worth', {
              points: CENTS_PER_DOLLAR / rate_cents,
              amount: formatMoney(CENTS_PER_DOLLAR),
              percent: cap_percent,
            })}
          </li>
        </ul>
      </Section>
    </div>
  );
}

function PointsList({
  page,
  hrefOf,
}: {
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery(pointLinesQuery({ page }));
  if (result.isPending) return <ListSkeleton rows={3} className="h-16" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total, limit } = result.data;
  if (list.length === 0) {
    return <Empty icon={Coins} title={t('wallet.pointsList.empty')} text={t('wallet.pointsList.emptyText')} />;
  }
  return (
    <section aria-labelledby="points-list" className="grid gap-3">
      <h2 id="points-list" className="text-lg font-semibold">
        {t('wallet.pointsList.title')}
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface">
        {list.map(({ id, at, reason, title, amount, balance_after }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <span className="min-w-0 grow basis-32">
              <span className="block font-medium break-words">{t(`wallet.points.${reason}`)}</span>
              <span className="block text-sm break-words text-ink-soft">
                {title !== '' && `${title} · `}
                {formatDateTime(Date.parse(at))}
              </span>
            </span>
            <span className="ml-auto text-right tabular-nums">
              <span className="block font-semibold">{`${amount < 0 ? '−' : '+'}${numberOf(Math.abs(amount))}`}</span>
              <span className="block text-sm text-ink-soft">
                {t('wallet.statement.left', { amount: numberOf(balance_after) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
    </section>
  );
}
