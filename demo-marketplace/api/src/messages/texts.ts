import { CURRENCY, Locale } from '@lectern/marketplace-contract';
import type { NoticeKind, Particulars } from './kinds.js';

const CENTS = 100;
const WHOLE = { style: 'currency', currency: CURRENCY, maximumFractionDigits: 0 } as const;
const WITH_CENTS = { style: 'currency', currency: CURRENCY, minimumFractionDigits: 2 } as const;

/** Formats an amount as `NT$1,280`, the same in both languages. */
export const moneyText = (cents: number): string =>
  new Intl.NumberFormat('en', cents % CENTS === 0 ? WHOLE : WITH_CENTS).format(cents / CENTS);

/** Text of a notification in one language. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
  /** Path of the related page; empty for none. */
  readonly link: string;
}

const HOLE = /\{(what|amount|name|reason|date|id|path)\}/g;

/** Text of a notification in one language. */
export function noticeText(kind: NoticeKind, params: Partial<Particulars>, locale: Locale): NoticeText {
  const valueOf = (hole: keyof Particulars): string => {
    const value = params[hole];
    if (value === undefined) return '';
    if (hole === 'amount') return moneyText(Number(value));
    if (typeof value !== 'object') return String(value);
    return (locale === Locale.English ? value.en || value.zh : value.zh || value.en) || '';
  };
  // A replacer function, because `$&` in a replacement string has a special meaning.
  const filled = (text: string): string => text.replace(HOLE, (_all, hole: keyof Particulars) => valueOf(hole));
  const link = kind.link.replace(HOLE, (_all, hole: keyof Particulars) =>
    hole === 'path' ? valueOf(hole) : encodeURIComponent(valueOf(hole)),
  );
  const [title, text] = kind[locale];
  return { title: filled(title), text: filled(text), link };
}
