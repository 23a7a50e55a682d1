import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { discountOf } from '../lib/figures.js';

export interface PriceProps {
  readonly cents: number;
  /** The former or later price, in cents; shown struck through if it is higher. */
  readonly originalCents: number;
  readonly size?: 'normal' | 'large';
}

/** The price of an item, with its original price and the discount. */
export function Price({ cents, originalCents, size = 'normal' }: PriceProps): ReactElement {
  const t = useText();
  const discount = discountOf(cents, originalCents);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className={`font-semibold tabular-nums ${size === 'large' ? 'text-3xl' : 'text-lg'}`}>
        {cents === 0 ? t('catalogue.free') : formatMoney(cents)}
      </span>
      {discount > 0 && (
        <>
          <span className="text-sm text-ink-soft">
            <span className="sr-only">{t('catalogue.originally')} </span>
            <s className="tabular-nums">{formatMoney(originalCents)}</s>
          </span>
          {size === 'large' && (
            <span className="rounded-full bg-amber-tint px-2 text-sm font-medium text-amber">
              {t('catalogue.off', { percent: discount })}
            </span>
          )}
        </>
      )}
    </span>
  );
}
