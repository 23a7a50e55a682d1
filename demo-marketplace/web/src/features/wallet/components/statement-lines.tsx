import { WalletBusiness, type WalletLine } from '@lectern/marketplace-contract';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { formatChange, formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { businessLabel } from '../business-label.js';
import { Moment } from '../../../ui/moment.js';

/** Lines of a statement: subject, time, amount and balance. */
export function StatementLines({ lines }: { readonly lines: readonly WalletLine[] }): ReactElement {
  return (
    <ul className="divide-y divide-line rounded-2xl border border-line bg-surface">
      {lines.map((line) => (
        <li key={line.id}>
          <StatementLine line={line} />
        </li>
      ))}
    </ul>
  );
}

/** Where the order of a line is: a buyer's own, or among those that a mentor sold. */
function orderPath({ order_no, buyer, biz }: WalletLine): string | undefined {
  if (order_no === '' || biz === WalletBusiness.Withdraw) return undefined;
  return buyer === '' ? `/myorder?keyword=${order_no}` : `/t_mingdan?keyword=${order_no}`;
}

function StatementLine({ line }: { readonly line: WalletLine }): ReactElement {
  const t = useText();
  const { biz, title, buyer, amount_cents, gross_cents, fee_cents } = line;
  const isOut = amount_cents < 0;
  const Icon = isOut ? ArrowUpRight : ArrowDownLeft;
  const name = title === '' ? t(businessLabel(biz)) : title;
  const to = orderPath(line);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4 py-4 sm:gap-x-4 sm:px-5">
      <span
        className={`row-span-2 grid size-10 shrink-0 place-items-center rounded-full ${isOut ? 'bg-sunken text-ink-soft' : 'bg-accent-tint text-accent-strong'}`}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        )}
        {line.state === 'frozen' && <Badge tone="warn">{t('wallet.frozen')}</Badge>}
      </p>
      <div className="text-right tabular-nums sm:row-span-2">
        <p className={`text-lg font-semibold ${isOut ? '' : 'text-accent-strong'}`}>{formatChange(amount_cents)}</p>
        <p className="text-sm text-ink-soft">
          {t('wallet.statement.left', { amount: formatMoney(line.balance_after_cents) })}
        </p>
      </div>
      <div className="col-span-2 col-start-2 grid gap-1 text-sm text-ink-soft tabular-nums sm:col-span-1">
        <p>
          {title !== '' && `${t(businessLabel(biz))} · `}
          <Moment at={line.at} />
        </p>
        {buyer !== '' && <p className="break-words">{t('wallet.statement.buyer', { name: buyer })}</p>}
        {gross_cents > 0 && (
          <p>{t('wallet.statement.made', { gross: formatMoney(gross_cents), fee: formatMoney(fee_cents) })}</p>
        )}
      </div>
    </div>
  );
}
