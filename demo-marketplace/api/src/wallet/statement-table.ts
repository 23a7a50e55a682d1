import { WalletScope, type WalletLine } from '@lectern/marketplace-contract';
import { csvOf } from '../csv.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import type { Businesses } from './businesses.js';

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  'zh-Hant': ['時間', '類型', '項目', '訂單編號', '金額', '結餘', '狀態'],
  en: ['Time', 'Type', 'Item', 'Order', 'Amount (TWD)', 'Balance (TWD)', 'State'],
};
/** Additional columns of a mentor's statement. */
const SALE_HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  'zh-Hant': ['購買者', '售價', '平台服務費'],
  en: ['Buyer', 'Sold for (TWD)', 'Platform fee (TWD)'],
};
const STATES: Readonly<Record<Language, Readonly<Record<WalletLine['state'], string>>>> = {
  'zh-Hant': { done: '完成', frozen: '待入帳' },
  en: { done: 'Done', frozen: 'On hold' },
};

/** Formats an amount as `1280.00`, a number in every spreadsheet. */
const amountOf = (cents: number): string => (cents / 100).toFixed(2);

interface Table {
  readonly businesses: Businesses;
  readonly lines: readonly WalletLine[];
  readonly scope: WalletScope;
  readonly timezone: string;
  readonly language: Language;
}

/** A statement as a table for spreadsheets, in the reader's language and time zone. */
export function statementTable({ businesses, lines, scope, timezone, language }: Table): string {
  const timeOf = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  const isMentor = scope === WalletScope.Mentor;
  const nameOf = (kind: string): string => {
    const { zh, en } = businesses.nameOf(kind);
    return inLanguage(language, zh, en);
  };
  const rows = lines.map((line) => [
    ...[timeOf.format(Date.parse(line.at)), nameOf(line.biz), line.title, line.order_no],
    ...[amountOf(line.amount_cents), amountOf(line.balance_after_cents), STATES[language][line.state]],
    ...(isMentor ? [line.buyer, amountOf(line.gross_cents), amountOf(line.fee_cents)] : []),
  ]);
  return csvOf([[...HEADINGS[language], ...(isMentor ? SALE_HEADINGS[language] : [])], ...rows]);
}
