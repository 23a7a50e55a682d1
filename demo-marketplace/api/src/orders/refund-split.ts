/** Amounts by where they came from, each a whole number of at least 0; one point is worth one cent. */
export interface RefundParts {
  /** Cents that a payment provider was paid. */
  readonly provider: number;
  /** Cents that came out of the buyer's wallet. */
  readonly wallet: number;
  readonly points: number;
}

const SOURCES = ['provider', 'wallet', 'points'] as const;

/** Sum of all parts, in cents. */
export const totalOf = (parts: RefundParts): number => SOURCES.reduce((sum, source) => sum + parts[source], 0);

const isWhole = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;

/**
 * Splits a refund over the sources that an order was paid from, in proportion to what is left of each. The parts sum
 * to the amount, and no source gets back more than came from it, however many partial refunds precede.
 *
 * @param paid amounts that came from each source
 * @param refunded amounts that went back to each source before
 * @param amountCents 0 to what is left
 * @throws {RangeError} for amounts that are not whole, or more than is left
 */
export function splitRefund(paid: RefundParts, refunded: RefundParts, amountCents: number): RefundParts {
  const left = SOURCES.map((source) => paid[source] - refunded[source]);
  const total = left.reduce((sum, part) => sum + part, 0);
  if (![...left, amountCents].every(isWhole) || amountCents > total) {
    throw new RangeError(`${amountCents} of ${total} cents cannot be refunded`);
  }
  // BigInt: the product of two amounts may be more than a number holds exactly.
  const parts = left.map((part) => (total === 0 ? 0 : Number((BigInt(part) * BigInt(amountCents)) / BigInt(total))));
  let rest = amountCents - parts.reduce((sum, part) => sum + part, 0);
  for (const [index, part] of parts.entries()) {
    const more = Math.min(rest, (left[index] ?? 0) - part);
    parts[index] = part + more;
    rest -= more;
  }
  const [provider = 0, wallet = 0, points = 0] = parts;
  return { provider, wallet, points };
}
