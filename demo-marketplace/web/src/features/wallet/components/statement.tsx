import { type WalletScope } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { withQuery } from '../../../lib/query.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { StatementExport } from './statement-export.js';
import { StatementLines } from './statement-lines.js';
import { walletLinesQuery } from '../api/wallet.js';
import { ALL, askedBy, BUSINESSES, type Asked } from '../lib/asked.js';

const isFiltered = ({ biz, from, to }: Asked): boolean => biz !== ALL || from !== undefined || to !== undefined;

/** The transactions of a wallet; filters and page are kept in the address. */
export function Statement({ scope }: { readonly scope: WalletScope }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const asked = askedBy(search, scope);
  const filter = (changes: Readonly<Record<string, string>>): void =>
    setSearch(withQuery(search, { ...changes, page: '' }), { replace: true });
  const { page: _, ...exported } = asked;
  return (
    <>
      <div className="grid gap-4 min-[24rem]:grid-cols-2 sm:grid-cols-3">
        <div className="min-[24rem]:col-span-2 sm:col-span-1">
          <SelectField
            label={t('wallet.statement.biz')}
            value={asked.biz}
            onChange={(event) => filter({ biz: event.target.value === ALL ? '' : event.target.value })}
          >
            {BUSINESSES.map((biz) => (
              <option key={biz} value={biz}>
                {t(`wallet.biz.${biz}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField
          type="date"
          label={t('wallet.statement.from')}
          value={asked.from ?? ''}
          onChange={(event) => filter({ from: event.target.value })}
        />
        <TextField
          type="date"
          label={t('wallet.statement.to')}
          value={asked.to ?? ''}
          onChange={(event) => filter({ to: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <StatementExport filter={exported} />
        {isFiltered(asked) && (
          <Button look="quiet" onClick={() => filter({ biz: '', from: '', to: '' })}>
            {t('wallet.statement.clear')}
          </Button>
        )}
      </div>
      <StatementPage
        key={JSON.stringify(asked)}
        asked={asked}
        hrefOf={(page) => `?${withQuery(search, { page: String(page) }).toString()}`}
      />
    </>
  );
}

function StatementPage({
  asked,
  hrefOf,
}: {
  readonly asked: Asked;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery(walletLinesQuery(asked));
  if (result.isPending) return <ListSkeleton rows={4} className="h-20" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total, limit, sum_in_cents, sum_out_cents } = result.data;
  if (list.length === 0) {
    const title = t(isFiltered(asked) ? 'wallet.statement.empty' : 'wallet.statement.none');
    return <Empty icon={ScrollText} title={title} text={t('wallet.statement.emptyText')} />;
  }
  return (
    <div className="grid gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-1 tabular-nums">
        <div className="flex gap-2">
          <dt className="text-ink-soft">{t('wallet.statement.in')}</dt>
          <dd className="font-medium">{formatMoney(sum_in_cents)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-soft">{t('wallet.statement.out')}</dt>
          <dd className="font-medium">{formatMoney(Math.abs(sum_out_cents))}</dd>
        </div>
      </dl>
      <StatementLines lines={list} />
      <Pager page={asked.page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
    </div>
  );
}
