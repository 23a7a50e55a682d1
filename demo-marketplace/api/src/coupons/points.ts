import {
  CENTS_PER_DOLLAR,
  POINTS_CAP_PERCENT,
  POINTS_PER_DOLLAR,
  POINTS_PER_SIGN_IN,
  PointsReason,
  wholeDollars,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database, Tx } from '../db/database.js';
import { ledgerAccounts, ledgerEntries, ledgerTransactions, orders, type MemberRow } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import type { Language } from '../http/messages.js';
import { balanceOf, POINTS_OUTSIDE, pointsOf, post, transfer, Unit } from '../ledger/index.js';

/**
 * Maximum number of points, each worth one cent, that can pay for a price of so many cents, rounded down to whole
 * dollars; the points that remain are kept for a later order.
 */
export const pointsUsable = (points: number, cents: number): number =>
  wholeDollars(Math.min(points, Math.floor((cents * POINTS_CAP_PERCENT) / 100)));

export const pointBalance = (db: Database, memberId: number): Promise<number> => balanceOf(db, pointsOf(memberId));

interface PointMove {
  readonly memberId: number;
  readonly orderNo: string;
  readonly points: number;
  readonly now: number;
}

/** Debits the points of an order. @throws {UncoveredError} when the member has fewer points */
export async function spendPoints(db: Tx, { memberId, orderNo, points, now }: PointMove): Promise<void> {
  if (points === 0) return;
  const postings = transfer(pointsOf(memberId), POINTS_OUTSIDE, points);
  await post(db, { business: 'points-spent', businessId: orderNo, memo: '', at: now, postings });
}

/** Returns the points of an order. */
export async function returnPoints(db: Tx, { memberId, orderNo, points, now }: PointMove): Promise<void> {
  if (points === 0) return;
  const postings = transfer(POINTS_OUTSIDE, pointsOf(memberId), points);
  await post(db, { business: 'points-returned', businessId: orderNo, memo: '', at: now, postings });
}

interface Earned {
  readonly memberId: number;
  readonly orderNo: string;
  readonly paidCents: number;
  readonly now: number;
}

/** Credits the points of a settled order. */
export async function earnPoints(db: Tx, { memberId, orderNo, paidCents, now }: Earned): Promise<void> {
  const points = Math.floor(paidCents / CENTS_PER_DOLLAR) * POINTS_PER_DOLLAR;
  if (points === 0) return;
  const postings = transfer(POINTS_OUTSIDE, pointsOf(memberId), points);
  await post(db, { business: 'points-earned', businessId: orderNo, memo: '', at: now, postings });
}

type Resident = Pick<MemberRow, 'id' | 'timezone'>;

const SIGN_IN = 'sign-in';

/** Transaction id of a daily check-in: the date in the member's time zone, such as `2026-11-22`. */
function signInId({ id, timezone }: Resident, now: number): string {
  const day = new Intl.DateTimeFormat('sv', { timeZone: timezone, dateStyle: 'short' }).format(now);
  return `${id} ${day}`;
}

/** Returns true when the member has checked in today. */
export async function hasSignedIn(db: Database, member: Resident, now: number): Promise<boolean> {
  const rows = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.business, SIGN_IN), eq(ledgerTransactions.businessId, signInId(member, now))));
  return rows.length > 0;
}

/** Credits the points of the daily check-in, at most once a day; resolves with their number. */
export async function signInToday(db: Tx, member: Resident, now: number): Promise<number> {
  const postings = transfer(POINTS_OUTSIDE, pointsOf(member.id), POINTS_PER_SIGN_IN);
  const isFirst = await post(db, {
    ...{ business: SIGN_IN, businessId: signInId(member, now), memo: '', at: now, postings },
  });
  return isFirst ? POINTS_PER_SIGN_IN : 0;
}

const REASONS: Readonly<Record<string, PointsReason>> = {
  [SIGN_IN]: PointsReason.SignIn,
  'points-earned': PointsReason.Earned,
  'points-spent': PointsReason.Spent,
  'points-returned': PointsReason.Returned,
};

/** One page of a member's points statement, the newest line first. */
export async function pointsListOf(
  db: Database,
  memberId: number,
  { page, limit }: { readonly page: number; readonly limit: number },
  language: Language,
) {
  const { ownerType, kind } = pointsOf(memberId);
  const isMine = and(
    eq(ledgerAccounts.ownerType, ownerType),
    eq(ledgerAccounts.ownerId, memberId),
    eq(ledgerAccounts.kind, kind),
    eq(ledgerAccounts.unit, Unit.Points),
  );
  const ofAccount = eq(ledgerAccounts.id, ledgerEntries.accountId);
  const [counted] = await db
    .select({ n: count() })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, ofAccount)
    .where(isMine);
  const rows = await db
    .select({ entry: ledgerEntries, event: ledgerTransactions, zh: orders.titleZh, en: orders.titleEn })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, ofAccount)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .leftJoin(
      orders,
      and(eq(orders.orderNo, ledgerTransactions.businessId), sql`${ledgerTransactions.business} LIKE 'points-%'`),
    )
    .where(isMine)
    .orderBy(desc(ledgerEntries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const list = rows.map(({ entry, event, zh, en }) => ({
    id: String(entry.id),
    at: isoOf(event.at),
    reason: REASONS[event.business] ?? PointsReason.Adjust,
    title: inLanguage(language, zh ?? '', en ?? ''),
    amount: entry.amount,
    balance_after: entry.balanceAfter ?? 0,
  }));
  return { list, total: counted?.n ?? 0, page, limit };
}
