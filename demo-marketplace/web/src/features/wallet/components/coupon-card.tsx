import { CouponKind, formatDateTime, type CouponView } from '@lectern/marketplace-contract';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Locale } from '../../../i18n/messages.js';
import { useLocale, useText, type Text } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { itemPath } from '../../../lib/item-path.js';

type CouponFacts = Omit<CouponView, 'id'>;

/** The discount as Chinese prices state it, by the share left to pay: 10 % off is 9, 15 % off is 85. */
const leftOf = (percent: number): number => ((100 - percent) % 10 === 0 ? (100 - percent) / 10 : 100 - percent);

const offOf = ({ kind, value }: CouponFacts, t: Text, locale: Locale): string =>
  kind === CouponKind.Percent
    ? t('wallet.coupons.percent', { off: locale === 'en' ? `${value}%` : leftOf(value) })
    : t('wallet.coupons.off', { amount: formatMoney(value) });

export interface CouponCardProps {
  readonly coupon: CouponFacts;
  /** It cannot be used any more. */
  readonly isOver?: boolean;
  /** Buttons of the card. */
  readonly children?: ReactNode;
}

/** One coupon: its discount, minimum price and expiry. */
export function CouponCard({ coupon, isOver = false, children }: CouponCardProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { title, min_cents, item_type, item_id, item_title, ends_at } = coupon;
  const page = itemPath({ type: item_type, id: item_id });
  const only = t('wallet.coupons.item', { title: item_title });
  return (
    <div
      className={`flex h-full flex-col gap-3 rounded-2xl border border-dashed p-5 ${isOver ? 'border-line bg-sunken text-ink-soft' : 'border-accent bg-surface'}`}
    >
      <p className={`text-2xl font-semibold tabular-nums ${isOver ? '' : 'text-accent-strong'}`}>
        {offOf(coupon, t, locale)}
      </p>
      <div className="grow">
        <p className="font-medium break-words">{title}</p>
        <ul className="mt-1 grid gap-0.5 text-sm text-ink-soft">
          {min_cents > 0 && <li>{t('wallet.coupons.min', { amount: formatMoney(min_cents) })}</li>}
          {item_id !== '' && (
            <li>
              {page === undefined ? (
                only
              ) : (
                <Link to={page} className="underline underline-offset-4">
                  {only}
                </Link>
              )}
            </li>
          )}
          <li className="tabular-nums">{t('wallet.coupons.until', { at: formatDateTime(Date.parse(ends_at)) })}</li>
        </ul>
      </div>
      {children}
    </div>
  );
}
