import { FailureReason } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { payoutAccounts } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Vault } from '../security/index.js';

/** Maximum bank accounts of a member. */
const MAX_ACCOUNTS = 10;
const SHOWN_DIGITS = 4;

type AccountRow = typeof payoutAccounts.$inferSelect;

const ownOpen = (memberId: number) => and(eq(payoutAccounts.memberId, memberId), isNull(payoutAccounts.deletedAt));

export const payoutAccountsOf = (db: Database, memberId: number): Promise<AccountRow[]> =>
  db.select().from(payoutAccounts).where(ownOpen(memberId)).orderBy(asc(payoutAccounts.id));

interface NewAccount {
  readonly memberId: number;
  readonly bank: string;
  readonly holder: string;
  readonly no: string;
  readonly now: number;
}

/** Stores a bank account; its number is encrypted, and the last digits are kept for display. */
export async function addPayoutAccount(db: Database, vault: Vault, account: NewAccount): Promise<AccountRow> {
  const { memberId, bank, holder, no, now } = account;
  if ((await payoutAccountsOf(db, memberId)).length >= MAX_ACCOUNTS) throw new ApiFailure(FailureReason.TooMany);
  const digits = no.replaceAll(/\D/g, '');
  const [made] = await db
    .insert(payoutAccounts)
    .values({
      memberId,
      bank,
      holder,
      noSealed: vault.seal(digits),
      last4: digits.slice(-SHOWN_DIGITS),
      createdAt: now,
    })
    .returning();
  if (made === undefined) throw new Error('a payout account was not written');
  return made;
}

/** Removes a bank account from the list for new withdrawals. */
export async function removePayoutAccount(db: Database, memberId: number, id: number, now: number): Promise<void> {
  const removed = await db
    .update(payoutAccounts)
    .set({ deletedAt: now })
    .where(and(ownOpen(memberId), eq(payoutAccounts.id, id)))
    .returning({ id: payoutAccounts.id });
  if (removed.length === 0) throw new ApiFailure(FailureReason.NotFound);
}
