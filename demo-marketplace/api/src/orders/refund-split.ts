import { wholeDollars } from '@lectern/marketplace-contract';

/** Amounts by source, each a whole number of at least 0; one point is worth one cent. */
export interface RefundParts {
  /** Cents paid through a payment provider. */
  readonly provider: number;
  /** Cents paid from the buyer's wallet. */
  readonly wallet: number;
  readonly points: number;
}

const SOURCES = ['provider', 'wallet', 'points'] as const;

/** Sum of all parts, in cents. */
export const totalOf = (parts: RefundParts): number => SOURCES.reduce((sum, source) => sum + parts[source], 0);

const isWhole = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;

/**
 * Splits a refund over the sources of a payment, in proportion to the amount left of each. The parts sum to the amount,
 * and no source gets back more than it paid, after any number of partial refunds. Parts of whole dollars are in whole
 * dollars; cents, of a payment from before that rule, go to the first source that paid them.
 *
 * @param paid amounts by source
 * @param refunded amounts already refunded, by source
 * @param amountCents 0 to the amount left
 * @throws {RangeError} for amounts that are not whole, or exceed the amount left
 */
export function splitRefund(paid: RefundParts, refunded: RefundParts, amountCents: number): RefundParts {
  const left = SOURCES.map((source) => paid[source] - refunded[source]);
  const total = left.reduce((sum, part) => sum + part, 0);
  if (![...left, amountCents].every(isWhole) || amountCents > total) {
    throw new RangeError(`${amountCents} of ${total} cents cannot be refunded`);
  }
  // BigInt: the product of two amounts may exceed the safe integers.
  const parts = left.map((part) =>
    total === 0 ? 0 : wholeDollars(Number((BigInt(part) * BigInt(amountCents)) / BigInt(total))),
  );
  let rest = amountCents - parts.reduce((sum, part) => sum + part, 0);
  for (const [index, part] of parts.entries()) {
    const more = Math.min(rest, (left[index] ?? 0) - part);
    parts[index] = part + more;
    rest -= more;
  }
  const [provider = 0, wallet = 0, points = 0] = parts;
  return { provider, wallet, points };
}
