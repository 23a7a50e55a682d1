import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isDuplicate } from '@lectern/kit/postgres';
import { codeOf } from '@lectern/kit/lifecycle';
import type { Database, Tx } from '../db/database.js';
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../db/schema/index.js';

/** Unit of an account: cents of the currency, or points. */
export const Unit = { Money: 'TWD', Points: 'PTS' } as const;
export type Unit = (typeof Unit)[keyof typeof Unit];

/** Purpose of an account. */
export const AccountKind = {
  /** Money that can be spent or withdrawn. */
  Balance: 'balance',
  /** Money reserved for a withdrawal until it is decided. */
  Payout: 'payout',
  /** Earnings that can still be refunded. */
  Frozen: 'frozen',
  /** Released earnings, which can be withdrawn. */
  Earnings: 'earnings',
  /** Earnings reserved for a withdrawal until it is decided. */
  EarningsPayout: 'earnings-payout',
  /** Pledges to a course, whose id is the owner id. */
  Pledges: 'pledges',
  /** The outside world: negative for money paid in, positive for money paid out. */
  Outside: 'outside',
  /** The platform's fees. */
  Fee: 'fee',
  /** Refunds granted to buyers that a payment provider has not paid out yet. */
  Refunds: 'refunds',
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

/** Identifies an account of the ledger. */
export interface AccountName {
  readonly ownerType: 'member' | 'company' | 'platform';
  readonly ownerId: number;
  readonly kind: AccountKind;
  readonly unit: Unit;
}

/** One entry of a transaction. */
export interface Posting {
  readonly account: AccountName;
  /** Whole cents or points; negative for a debit. */
  readonly amount: number;
}

export interface LedgerTransaction {
  /** Kind and id of the event, which make posting idempotent: an event is booked once. */
  readonly business: string;
  readonly businessId: string;
  readonly memo: string;
  readonly at: number;
  readonly postings: readonly Posting[];
}

/** The balance of an account is insufficient; nothing was booked. */
export class UncoveredError extends Error {
  constructor(options?: ErrorOptions) {
    super('an account does not hold enough', options);
    this.name = 'UncoveredError';
  }
}

/** The outside world. */
export const OUTSIDE: AccountName = {
  ownerType: 'platform',
  ownerId: 0,
  kind: AccountKind.Outside,
  unit: Unit.Money,
};

/** @throws {RangeError} for postings that must never be booked */
function check({ business, businessId, postings }: LedgerTransaction): void {
  const sums = new Map<Unit, number>();
  const seen = new Set<string>();
  for (const { account, amount } of postings) {
    if (!Number.isSafeInteger(amount) || amount === 0) throw new RangeError(`${amount} cannot be booked`);
    const key = keyOf(account);
    if (seen.has(key)) throw new RangeError(`account ${key} is named twice`);
    seen.add(key);
    sums.set(account.unit, (sums.get(account.unit) ?? 0) + amount);
  }
  if (postings.length < 2) throw new RangeError('a transaction has two sides');
  for (const [unit, sum] of sums) {
    if (sum !== 0) throw new RangeError(`${business} ${businessId} is out of balance by ${sum} ${unit}`);
  }
}

const keyOf = ({ ownerType, ownerId, kind, unit }: AccountName): string => `${ownerType} ${ownerId} ${kind} ${unit}`;

/** Returns the ids of accounts by key, and creates accounts that do not exist. */
async function open(tx: Tx, names: readonly AccountName[]): Promise<Map<string, number>> {
  const rows = names.map((name) => ({ ...name, mayOwe: name.kind === AccountKind.Outside }));
  // A fixed order prevents deadlocks.
  rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await tx.insert(ledgerAccounts).values(rows).onConflictDoNothing();
  const found = await tx
    .select()
    .from(ledgerAccounts)
    .where(
      and(
        inArray(ledgerAccounts.ownerType, [...new Set(names.map(({ ownerType }) => ownerType))]),
        inArray(ledgerAccounts.ownerId, [...new Set(names.map(({ ownerId }) => ownerId))]),
      ),
    );
  return new Map(found.map((row) => [keyOf(row as AccountName), row.id]));
}

/**
 * Books one transaction. Its postings must sum to zero in each unit, and no account except the outside world may become
 * negative.
 *
 * @returns false when the event was booked before
 * @throws {RangeError} for postings that do not balance
 * @throws {UncoveredError} when the balance of an account is insufficient; nothing was booked
 */
export async function post(tx: Tx, transaction: LedgerTransaction): Promise<boolean> {
  check(transaction);
  const { postings, ...facts } = transaction;
  try {
    return await tx.transaction(async (inner) => {
      const ids = await open(
        inner,
        postings.map(({ account }) => account),
      );
      const entries = postings.map(({ account, amount }) => {
        const accountId = ids.get(keyOf(account));
        if (accountId === undefined) throw new Error(`account ${keyOf(account)} was not made`);
        return { accountId, amount };
      });
      entries.sort((a, b) => a.accountId - b.accountId);
      await inner
        .select({ id: ledgerAccounts.id })
        .from(ledgerAccounts)
        .where(
          inArray(
            ledgerAccounts.id,
            entries.map(({ accountId }) => accountId),
          ),
        )
        .orderBy(asc(ledgerAccounts.id))
        .for('update');
      const [made] = await inner.insert(ledgerTransactions).values(facts).returning({ id: ledgerTransactions.id });
      if (made === undefined) throw new Error('the transaction was not written');
      await inner
        .insert(ledgerEntries)
        .values(entries.map((entry) => ({ transactionId: made.id, ...entry, balanceAfter: sql<number>`0` })));
      return true;
    });
  } catch (error) {
    if (isDuplicate(error)) return false;
    if (codeOf(error) === '23514') throw new UncoveredError({ cause: error });
    throw error;
  }
}

/** Balance of an account in cents or points; 0 for an account without entries. */
export async function balanceOf(db: Database, { ownerType, ownerId, kind, unit }: AccountName): Promise<number> {
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.ownerType, ownerType),
        eq(ledgerAccounts.ownerId, ownerId),
        eq(ledgerAccounts.kind, kind),
        eq(ledgerAccounts.unit, unit),
      ),
    );
  return row?.balance ?? 0;
}
