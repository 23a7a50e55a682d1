import {
  FailureReason,
  FieldProblem,
  WalletScope,
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

const CENTS = 100;

type WithdrawalRow = typeof withdrawals.$inferSelect;

/** Where the money of a wallet is. */
interface WalletAccounts {
  /** What can be withdrawn. */
  readonly free: AccountName;
  /** What is on its way out. */
  readonly payout: AccountName;
  /** Everything that is the member's. */
  readonly all: readonly AccountName[];
}

/** The accounts of one of a member's wallets. */
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

/** @throws {ApiFailure} for less than can be withdrawn */
export function checkLeast(amountCents: number): void {
  if (amountCents < WITHDRAWAL_MIN * CENTS) throw new ApiFailure(FailureReason.WithdrawalTooSmall);
}

/** Asks for money out of a wallet: it is set aside at once. */
export async function applyForWithdrawal(db: Tx, application: Application): Promise<WithdrawalRow> {
  const { memberId, scope, amountCents, accountId, now } = application;
  checkLeast(amountCents);
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
 * Ends a withdrawal: the money goes out, or back to the wallet.
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
  const ended = await db
    .update(withdrawals)
    .set({ status, reason: more.reason, decidedAt: more.now })
    .where(and(eq(withdrawals.id, id), WITHDRAWAL.allows(withdrawals.status, event)))
    .returning({ id: withdrawals.id });
  if (ended.length === 0) throw WITHDRAWAL.refusal(from, event);
  const { free, payout } = walletAccounts(memberId, scope);
  const isOut = status === WithdrawalStatus.Success;
  const postings = isOut
    ? moving([
        { account: payout, amount: -amountCents },
        { account: OUTSIDE, amount: amountCents - feeCents },
        { account: FEES, amount: feeCents },
      ])
    : transfer(payout, free, amountCents);
  const business = isOut ? 'withdraw-paid' : 'withdraw-back';
  await post(db, { business, businessId: String(id), memo: '', at: more.now, postings });
}

/** The member wants it back. */
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
  /** Whether the money went out. */
  readonly pass: boolean;
  /** For the member; must say something when it failed. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Says how a withdrawal went; the caller writes the audit log. Successful, the money is gone; failed, it is back in
 * the wallet.
 *
 * @returns whom it concerns
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

/** A withdrawal that waits to be paid out, and where to. */
export interface OpenWithdrawal {
  readonly withdrawal: WithdrawalRow;
  readonly memberName: string;
  readonly bank: string;
  readonly holder: string;
  /** Its number, sealed: whoever pays it out opens it with the vault. */
  readonly noSealed: string;
  readonly last4: string;
}

/** Withdrawals that wait, the oldest first. */
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
