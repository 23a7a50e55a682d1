import { and, eq, ne } from 'drizzle-orm';
import { ledgerAccounts } from '../db/schema/index.js';
import type { ClosingCheck } from '../feature.js';
import { Unit } from '../ledger/index.js';

/** An account with money stays open. */
export const hasMoney: ClosingCheck = async (tx, { id }) => {
  const isOwn = and(eq(ledgerAccounts.ownerType, 'member'), eq(ledgerAccounts.ownerId, id));
  const holdsMoney = and(isOwn, eq(ledgerAccounts.unit, Unit.Money), ne(ledgerAccounts.balance, 0));
  return (await tx.$count(ledgerAccounts, holdsMoney)) > 0;
};
