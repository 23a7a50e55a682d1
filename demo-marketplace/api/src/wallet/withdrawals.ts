import {
  CENTS_PER_DOLLAR,
  FailureReason,
  FieldProblem,
  isWholeDollars,
  WalletScope,
  wholeDollars,
  WithdrawalStatus,
  WITHDRAWAL_FEE_CENTS,
  WITHDRAWAL_MIN,
} from '@lectern/marketplace-contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { members, payoutAccounts, withdrawals } from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import {
  AccountKind,
  FEES,
  moneyOf,
  moving,
  OUTSIDE,
  post,
  transfer,
  UncoveredError,
  type AccountName,
} from '../ledger/index.js';
import { WITHDRAWAL, type WithdrawalEvent } from './lifecycle.js';

type WithdrawalRow = typeof withdrawals.$inferSelect;

/** Ledger accounts of a wallet. */
interface WalletAccounts {
  /** Money that can be withdrawn. */
  readonly free: AccountName;
  /** Money reserved for withdrawals. */
  readonly payout: AccountName;
  /** All accounts of the wallet. */
  readonly all: readonly AccountName[];
}

/** Returns the ledger accounts of one of a member's wallets. */
export function walletAccounts(memberId: number, scope: WalletScope): WalletAccounts {
  const isUser = scope === WalletScope.User;
  const free = moneyOf(memberId, isUser ? AccountKind.Balance : AccountKind.Earnings);
  const payout = moneyOf(memberId, isUser ? AccountKind.Payout : AccountKind.EarningsPayout);
  const all = isUser ? [free, payout] : [free, payout, moneyOf(memberId, AccountKind.Frozen)];
  return { free, payout, all };
}

interface Application {
  readonly memberId: number;
  readonly scope: WalletScope;
  readonly amountCents: number;
  readonly accountId: number;
  readonly now: number;
}

/** @throws {ApiFailure} when the amount is below the smallest withdrawal, or not in whole dollars */
export function checkAmount(amountCents: number): void {
  if (amountCents < WITHDRAWAL_MIN * CENTS_PER_DOLLAR) throw new ApiFailure(FailureReason.WithdrawalTooSmall);
  if (!isWholeDollars(amountCents)) throw badField('amount_cents', FieldProblem.WholeDollars);
}

/** Requests a withdrawal and reserves its amount. */
export async function applyForWithdrawal(db: Tx, application: Application): Promise<WithdrawalRow> {
  const { memberId, scope, amountCents, accountId, now } = application;
  checkAmount(amountCents);
  const [account] = await db
    .select({ id: payoutAccounts.id })
    .from(payoutAccounts)
    .where(
      and(eq(payoutAccounts.id, accountId), eq(payoutAccounts.memberId, memberId), isNull(payoutAccounts.deletedAt)),
    );
  if (account === undefined) throw new ApiFailure(FailureReason.NotFound);
  const [made] = await db
    .insert(withdrawals)
    .values({ memberId, scope, amountCents, feeCents: WITHDRAWAL_FEE_CENTS, accountId, appliedAt: now })
    .returning();
  if (made === undefined) throw new Error('a withdrawal was not written');
  const { free, payout } = walletAccounts(memberId, scope);
  const postings = transfer(free, payout, amountCents);
  try {
    await post(db, { business: 'withdraw', businessId: String(made.id), memo: '', at: now, postings });
  } catch (error) {
    if (error instanceof UncoveredError) throw new ApiFailure(FailureReason.BalanceShort);
    throw error;
  }
  return made;
}

/**
 * Amount in cents that the bank account receives. Banks transfer whole dollars; cents of a request from before that rule
 * stay in the wallet.
 */
export const arrivingCents = ({ amountCents, feeCents }: Pick<WithdrawalRow, 'amountCents' | 'feeCents'>): number =>
  wholeDollars(amountCents - feeCents);

/**
 * Ends a withdrawal: the money is paid out, or returns to the wallet.
 *
 * @throws {IllegalTransitionError} when it has ended already
 */
async function end(
  db: Tx,
  { id, memberId, scope, amountCents, feeCents, status: from }: WithdrawalRow,
  event: WithdrawalEvent,
  more: { readonly reason: string; readonly now: number },
) {
  const status = WITHDRAWAL.target(event);
  const isOut = status === WithdrawalStatus.Success;
  const taken = isOut ? feeCents + arrivingCents({ amountCents, feeCents }) : amountCents;
  const ended = await db
    .update(withdrawals)
    .set({ status, amountCents: taken, reason: more.reason, decidedAt: more.now })
    .where(and(eq(withdrawals.id, id), WITHDRAWAL.allows(withdrawals.status, event)))
    .returning({ id: withdrawals.id });
  if (ended.length === 0) throw WITHDRAWAL.refusal(from, event);
  const { free, payout } = walletAccounts(memberId, scope);
  const postings = isOut
    ? moving([
        { account: payout, amount: -amountCents },
        { account: OUTSIDE, amount: taken - feeCents },
        { account: FEES, amount: feeCents },
        { account: free, amount: amountCents - taken },
      ])
    : transfer(payout, free, amountCents);
  const business = isOut ? 'withdraw-paid' : 'withdraw-back';
  await post(db, { business, businessId: String(id), memo: '', at: more.now, postings });
}

/** Cancels a withdrawal for the member. */
export async function cancelWithdrawalRequest(db: Tx, memberId: number, id: number, now: number): Promise<void> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.memberId, memberId)));
  if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
  await end(db, row, 'cancel', { reason: '', now });
}

/** A decision of the back office on a withdrawal. */
export interface Settlement {
  readonly id: number;
  /** True when the money was paid out. */
  readonly pass: boolean;
  /** Reason for the member; required for a failure. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Records the outcome of a withdrawal; the caller writes the audit log. On success the money is paid out, on failure it
 * returns to the wallet.
 *
 * @returns the member concerned
 * @throws {ApiFailure} not-found, or state-changed when it is decided already
 */
export async function settleWithdrawal(
  db: Tx,
  { id, pass, reason, now }: Settlement,
): Promise<{ readonly memberId: number }> {
  if (!pass && reason.trim() === '') throw badField('reason', FieldProblem.Required);
  return db.transaction(async (inner) => {
    const [row] = await inner.select().from(withdrawals).where(eq(withdrawals.id, id));
    if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
    await end(inner, row, pass ? 'pay' : 'fail', { reason, now });
    return { memberId: row.memberId };
  });
}

/** A withdrawal that awaits its payout, with the bank account. */
export interface OpenWithdrawal {
  readonly withdrawal: WithdrawalRow;
  readonly memberName: string;
  readonly bank: string;
  readonly holder: string;
  /** The encrypted account number, which the vault decrypts for the payout. */
  readonly noSealed: string;
  readonly last4: string;
}

/** Withdrawals that await their payout, the oldest first. */
export const openWithdrawals = (db: Database): Promise<OpenWithdrawal[]> =>
  db
    .select({
      withdrawal: withdrawals,
      memberName: members.name,
      bank: payoutAccounts.bank,
      holder: payoutAccounts.holder,
      noSealed: payoutAccounts.noSealed,
      last4: payoutAccounts.last4,
    })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, withdrawals.accountId))
    .where(eq(withdrawals.status, WithdrawalStatus.Applying))
    .orderBy(asc(withdrawals.id));
