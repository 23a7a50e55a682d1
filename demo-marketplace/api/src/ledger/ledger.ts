import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isDuplicate } from '@lectern/kit/postgres';
import { codeOf } from '@lectern/kit/lifecycle';
import type { Database, Tx } from '../db/database.js';
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../db/schema/index.js';

/** What an account counts: cents of the currency, or points. */
export const Unit = { Money: 'TWD', Points: 'PTS' } as const;
export type Unit = (typeof Unit)[keyof typeof Unit];

/** What of its owner an account holds. */
export const AccountKind = {
  /** Can be spent or withdrawn. */
  Balance: 'balance',
  /** On its way out, until a withdrawal is decided. */
  Payout: 'payout',
  /** Earned, but may have to be given back. */
  Frozen: 'frozen',
  /** Earned for good: can be withdrawn. */
  Earnings: 'earnings',
  /** Of the earnings, on its way out. */
  EarningsPayout: 'earnings-payout',
  /** Pledged to a course; its id is the owner's. */
  Pledges: 'pledges',
  /** The world outside: what was paid in is owed by it, what was paid out is owed to it. */
  Outside: 'outside',
  /** The platform's share. */
  Fee: 'fee',
  /** Granted to buyers, on its way back through a payment provider. */
  Refunds: 'refunds',
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

/** An account of the books, by what it is for. */
export interface AccountName {
  readonly ownerType: 'member' | 'company' | 'platform';
  readonly ownerId: number;
  readonly kind: AccountKind;
  readonly unit: Unit;
}

/** One side of a transaction. */
export interface Posting {
  readonly account: AccountName;
  /** Whole cents or points; what is taken is negative. */
  readonly amount: number;
}

export interface LedgerTransaction {
  /** What happened, with its id: the same event is booked once, however often it is posted. */
  readonly business: string;
  readonly businessId: string;
  readonly memo: string;
  readonly at: number;
  readonly postings: readonly Posting[];
}

/** An account does not hold what was to be taken from it; nothing was booked. */
export class UncoveredError extends Error {
  constructor(options?: ErrorOptions) {
    super('an account does not hold enough', options);
    this.name = 'UncoveredError';
  }
}

/** The world outside. */
export const OUTSIDE: AccountName = {
  ownerType: 'platform',
  ownerId: 0,
  kind: AccountKind.Outside,
  unit: Unit.Money,
};

/** @throws {RangeError} what must never be written, whoever asks. */
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

/** Finds the accounts, made where they are not there yet, by their key. */
async function open(tx: Tx, names: readonly AccountName[]): Promise<Map<string, number>> {
  const rows = names.map((name) => ({ ...name, mayOwe: name.kind === AccountKind.Outside }));
  // In one order everywhere, so that no two transactions wait for one another.
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
 * Books one transaction; what it takes and gives sums to zero in each unit, and no account goes below zero but the
 * world outside.
 *
 * @returns false when the event was booked before
 * @throws {RangeError} postings that do not balance
 * @throws {UncoveredError} when an account does not hold enough; nothing was booked
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

/** What an account holds: cents or points; 0 for one that nothing was ever booked on. */
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
