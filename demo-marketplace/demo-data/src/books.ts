import { inArray, sql } from 'drizzle-orm';
import {
  AccountKind,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
  type AccountName,
  type LedgerTransaction,
  type Tx,
} from '@lectern/marketplace-api/seeding';

const PART = 300;

const keyOf = ({
  ownerType,
  ownerId,
  kind,
  unit,
}: Omit<AccountName, 'kind' | 'unit' | 'ownerType'> & Record<'ownerType' | 'kind' | 'unit', string>): string =>
  `${ownerType} ${ownerId} ${kind} ${unit}`;

/** Posts many ledger transactions at once, in their order. The database checks them like single ones. */
export async function postAll(db: Tx, transactions: readonly LedgerTransaction[]): Promise<void> {
  const names = new Map(
    transactions.flatMap(({ postings }) => postings.map(({ account }) => [keyOf(account), account] as const)),
  );
  const rows = [...names.values()].map((name) => ({ ...name, mayOwe: name.kind === AccountKind.Outside }));
  for (let from = 0; from < rows.length; from += PART) {
    await db
      .insert(ledgerAccounts)
      .values(rows.slice(from, from + PART))
      .onConflictDoNothing();
  }
  const owners = [...new Set(rows.map(({ ownerId }) => ownerId))];
  const found = await db.select().from(ledgerAccounts).where(inArray(ledgerAccounts.ownerId, owners));
  const ids = new Map(found.map((row) => [keyOf(row), row.id]));
  for (let from = 0; from < transactions.length; from += PART) {
    const part = transactions.slice(from, from + PART);
    const made = await db
      .insert(ledgerTransactions)
      .values(part.map(({ postings: _postings, ...facts }) => facts))
      .returning({ id: ledgerTransactions.id });
    const entries = part.flatMap(({ postings }, index) =>
      postings.map(({ account, amount }) => ({
        transactionId: made[index]?.id ?? 0,
        accountId: ids.get(keyOf(account)) ?? 0,
        ...{ amount, balanceAfter: sql<number>`0` },
      })),
    );
    await db.insert(ledgerEntries).values(entries);
  }
}
