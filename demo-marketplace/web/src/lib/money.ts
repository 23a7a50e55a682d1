import { CURRENCY } from '@lectern/marketplace-contract';

const CENTS = 100;

/** One notation for both languages: in Chinese, `Intl` writes a bare `$`, which does not name the currency. */
const notation = (digits: 0 | 2): Intl.NumberFormat =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: CURRENCY,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const WHOLE = notation(0);
const WITH_CENTS = notation(2);

/** Money as it is shown: `NT$1,280`, with cents only where there are some. */
export const formatMoney = (cents: number): string => (cents % CENTS === 0 ? WHOLE : WITH_CENTS).format(cents / CENTS);

/** {@link formatMoney} of a change: `+NT$100`, `−NT$100`. */
export const formatChange = (cents: number): string => `${cents < 0 ? '−' : '+'}${formatMoney(Math.abs(cents))}`;

const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/** Parses a typed amount, e.g. `1000` or `99.5`, to cents; undefined if it is invalid. */
export function centsOf(text: string): number | undefined {
  const typed = text.trim().replaceAll(',', '');
  return AMOUNT.test(typed) ? Math.round(Number(typed) * CENTS) : undefined;
}
