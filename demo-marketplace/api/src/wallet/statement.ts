import type { WalletLine, WalletScope } from '@lectern/marketplace-contract';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { ledgerAccounts } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import { FEES } from '../ledger/index.js';
import { OWN_MONEY_EVENTS, REFUND_EVENTS, type Businesses } from './businesses.js';
import { walletAccounts } from './withdrawals.js';

interface Wallet {
  readonly memberId: number;
  readonly scope: WalletScope;
  readonly timezone: string;
}

/**
 * One row per transaction that changes the total of the wallet; transfers between its accounts, as when earnings are
 * frozen or released, are omitted. `after` is computed over all rows, whatever the filter.
 */
async function linesOf(db: Database, { memberId, scope }: Wallet): Promise<SQL> {
  const names = walletAccounts(memberId, scope).all;
  const rows = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(
      or(
        ...names.map(({ ownerType, ownerId, kind, unit }) =>
          and(
            eq(ledgerAccounts.ownerType, ownerType),
            eq(ledgerAccounts.ownerId, ownerId),
            eq(ledgerAccounts.kind, kind),
            eq(ledgerAccounts.unit, unit),
          ),
        ),
      ),
    );
  const ids = rows.length === 0 ? [0] : rows.map(({ id }) => id);
  return sql`(
    SELECT t.id, t.business, t.business_id, t.at, sum(e.amount)::bigint AS amount,
      (sum(sum(e.amount)) OVER (ORDER BY t.at, t.id))::bigint AS after
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE ${inArray(sql`e.account_id`, ids)}
    GROUP BY t.id HAVING sum(e.amount) <> 0
  ) line`;
}

interface Question {
  /** Kind of the lines, or `all`. */
  readonly biz: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

const dayOf = (timezone: string): SQL =>
  sql`to_char(to_timestamp(line.at / 1000.0) AT TIME ZONE ${timezone}, 'YYYY-MM-DD')`;

function wanted(businesses: Businesses, { biz, from, to }: Question, timezone: string): SQL {
  const parts = [
    ...(biz === 'all' ? [] : [businesses.linesOf(biz)]),
    ...(from === undefined ? [] : [sql`${dayOf(timezone)} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${dayOf(timezone)} <= ${to}`]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

/** Total of incoming and outgoing money, in cents. */
const sumsOf = async (db: Database, lines: SQL, condition: SQL): Promise<{ n: number; came: number; went: number }> => {
  const { rows } = await db.execute<{ n: string; came: string; went: string }>(sql`
    SELECT count(*) AS n, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came,
      coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS went
    FROM ${lines} WHERE ${condition}`);
  const [row] = rows;
  return { n: Number(row?.n ?? 0), came: Number(row?.came ?? 0), went: Number(row?.went ?? 0) };
};

const MONTHS = 6;

/** `yyyy-mm` of the last months in order, the last entry being the current month. */
function lastMonths(now: number, timeZone: string): string[] {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/**
 * Incoming and outgoing money by month in the member's time zone, and of the current month. Recharges and refunds are
 * not income.
 */
export async function monthsOf(db: Database, wallet: Wallet, now: number) {
  const lines = await linesOf(db, wallet);
  const months = lastMonths(now, wallet.timezone);
  const isOwn = inArray(sql`line.business`, [...OWN_MONEY_EVENTS]);
  const month = sql`left(${dayOf(wallet.timezone)}, 7)`;
  const { rows } = await db.execute<{ month: string; came: string; went: string }>(sql`
    SELECT month, coalesce(sum(amount) FILTER (WHERE amount > 0 AND NOT own), 0) AS came,
      coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS went
    FROM (SELECT line.amount, ${isOwn} AS own, ${month} AS month FROM ${lines}) m WHERE ${inArray(sql`month`, months)} GROUP BY month`);
  const found = new Map(rows.map((row) => [row.month, row]));
  const sums = months.map((one) => ({
    month: one,
    in_cents: Number(found.get(one)?.came ?? 0),
    out_cents: Number(found.get(one)?.went ?? 0),
  }));
  const { in_cents = 0, out_cents = 0 } = sums.at(-1) ?? {};
  return { month: { in_cents, out_cents }, months: sums };
}

/**
 * A mentor's income from sales by month in their time zone: sales less the platform's share and refunds. Withdrawals
 * are not counted.
 */
export async function incomeOf(db: Database, businesses: Businesses, mentor: Omit<Wallet, 'scope'>, now: number) {
  const lines = await linesOf(db, { ...mentor, scope: 'mentor' });
  const months = lastMonths(now, mentor.timezone);
  const sold = inArray(sql`line.business`, [...businesses.sales]);
  const earned = inArray(sql`line.business`, [...businesses.sales, ...REFUND_EVENTS]);
  const { rows } = await db.execute<{ month: string; income: string; sales: string }>(sql`
    SELECT left(${dayOf(mentor.timezone)}, 7) AS month, sum(line.amount) AS income, count(*) FILTER (WHERE ${sold}) AS sales
    FROM ${lines} WHERE ${earned} GROUP BY 1`);
  const found = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => ({
    month,
    income_cents: Number(found.get(month)?.income ?? 0),
    sales: Number(found.get(month)?.sales ?? 0),
  }));
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly business: string;
  readonly business_id: string;
  readonly at: string;
  readonly amount: string;
  readonly after: string;
  readonly order_no: string | null;
  readonly item_type: string | null;
  readonly title_zh: string | null;
  readonly title_en: string | null;
  readonly status: string | null;
  readonly fee: string;
  readonly buyer: string | null;
}

interface StatementRequest {
  readonly businesses: Businesses;
  readonly wallet: Wallet;
  readonly question: Question;
  readonly language: Language;
}

/**
 * One page of a wallet's statement, the newest line first.
 *
 * @throws {ApiFailure} when there are no lines of the requested kind
 */
export async function statementOf(db: Database, { businesses, wallet, question, language }: StatementRequest) {
  const condition = wanted(businesses, question, wallet.timezone);
  const lines = await linesOf(db, wallet);
  const { page, limit } = question;
  // The id of an event begins with the order number.
  const { rows } = await db.execute<Row>(sql`
    SELECT line.*, o.order_no, o.item_type, o.title_zh, o.title_en, o.status, b.name AS buyer,
      coalesce((SELECT sum(e.amount) FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE e.transaction_id = line.id AND a.kind = ${FEES.kind} AND a.unit = ${FEES.unit}), 0) AS fee
    FROM ${lines} LEFT JOIN orders o ON o.order_no = split_part(line.business_id, ' ', 1)
      AND line.business NOT LIKE 'withdraw%'
    LEFT JOIN member b ON b.id = o.buyer_id
    WHERE ${condition} ORDER BY line.at DESC, line.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`);
  const { n, came, went } = await sumsOf(db, lines, condition);
  return {
    list: rows.map((row) => lineOf(row, businesses, wallet.scope === 'mentor', language)),
    ...{ total: n, page, limit, sum_in_cents: came, sum_out_cents: went },
  };
}

function lineOf(row: Row, businesses: Businesses, isMentor: boolean, language: Language): WalletLine {
  const [amount, fee] = [Number(row.amount), isMentor ? Number(row.fee) : 0];
  const biz = businesses.kindOf({ business: row.business, itemType: row.item_type });
  const isFrozen =
    isMentor && businesses.sales.includes(row.business) && row.status !== 'settled' && row.status !== 'refunded';
  return {
    id: row.id,
    at: isoOf(Number(row.at)),
    biz,
    title: inLanguage(language, row.title_zh ?? '', row.title_en ?? ''),
    order_no: row.order_no ?? '',
    buyer: isMentor ? (row.buyer ?? '') : '',
    gross_cents: isMentor && row.order_no !== null ? amount + fee : 0,
    fee_cents: fee,
    amount_cents: amount,
    balance_after_cents: Number(row.after),
    state: isFrozen ? 'frozen' : 'done',
  };
}
