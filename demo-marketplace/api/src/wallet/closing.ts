import { CENTS_PER_DOLLAR, FailureReason } from '@lectern/marketplace-contract';
import { and, eq, gte, ne, notInArray, or } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { ledgerAccounts, payoutAccounts } from '../db/schema/index.js';
import type { ClosingCheck, MemberRemoval } from '../feature.js';
import { ApiFailure } from '../http/failure.js';
import { AccountKind, balanceOf, FEES, moneyOf, moving, post, Unit } from '../ledger/index.js';

/** Accounts whose rest of less than a dollar is forfeited; what is reserved or frozen is decided first. */
const FORFEITED = [AccountKind.Balance, AccountKind.Earnings] as const;

/** An account with money stays open, unless that is less than a dollar, which cannot be taken out. */
export const hasMoney: ClosingCheck = async (tx, { id }) => {
  const isOwn = and(eq(ledgerAccounts.ownerType, 'member'), eq(ledgerAccounts.ownerId, id));
  const holdsMoney = and(isOwn, eq(ledgerAccounts.unit, Unit.Money), ne(ledgerAccounts.balance, 0));
  const isKept = or(gte(ledgerAccounts.balance, CENTS_PER_DOLLAR), notInArray(ledgerAccounts.kind, [...FORFEITED]));
  return (await tx.$count(ledgerAccounts, and(holdsMoney, isKept))) > 0;
};

/** Anonymises bank accounts; their rows stay, as withdrawals refer to them. */
export const forgetPayoutAccounts: MemberRemoval = async (tx, memberId, now) => {
  await tx
    .update(payoutAccounts)
    .set({ holder: '', noSealed: '', deletedAt: now })
    .where(eq(payoutAccounts.memberId, memberId));
};

/**
 * Moves what is left in the wallets, less than a dollar in each, to the platform: banks transfer whole dollars.
 *
 * @returns the amount in cents
 * @throws {ApiFailure} account-in-use, when a wallet holds a dollar or more
 */
export async function forfeitRest(tx: Tx, id: number, now: number): Promise<number> {
  const rests = await Promise.all(
    FORFEITED.map(async (kind) => ({ account: moneyOf(id, kind), amount: -(await balanceOf(tx, moneyOf(id, kind))) })),
  );
  // Money that arrived since the account was checked is not forfeited.
  if (rests.some(({ amount }) => amount <= -CENTS_PER_DOLLAR)) throw new ApiFailure(FailureReason.AccountInUse);
  const rest = -rests.reduce((sum, { amount }) => sum + amount, 0);
  if (rest === 0) return 0;
  const postings = moving([...rests, { account: FEES, amount: rest }]);
  await post(tx, { business: 'rest-forfeited', businessId: String(id), memo: '', at: now, postings });
  return rest;
}
