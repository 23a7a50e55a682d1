import { AccountKind, Unit, type AccountName, type Posting } from './ledger.js';

const PLATFORM = { ownerType: 'platform', ownerId: 0 } as const;

/** What a member has in money. */
export const moneyOf = (memberId: number, kind: AccountKind = AccountKind.Balance): AccountName => ({
  ownerType: 'member',
  ownerId: memberId,
  kind,
  unit: Unit.Money,
});

/** The points that a member has. */
export const pointsOf = (memberId: number): AccountName => ({
  ownerType: 'member',
  ownerId: memberId,
  kind: AccountKind.Balance,
  unit: Unit.Points,
});

/** Where points come from and go to. */
export const POINTS_OUTSIDE: AccountName = { ...PLATFORM, kind: AccountKind.Outside, unit: Unit.Points };

/** The platform's share. */
export const FEES: AccountName = { ...PLATFORM, kind: AccountKind.Fee, unit: Unit.Money };

/** Refunds that a payment provider has not paid out yet. */
export const REFUNDS: AccountName = { ...PLATFORM, kind: AccountKind.Refunds, unit: Unit.Money };

/** What was pledged to a course and is not decided. */
export const pledgesOf = (courseId: number): AccountName => ({
  ownerType: 'platform',
  ownerId: courseId,
  kind: AccountKind.Pledges,
  unit: Unit.Money,
});

/** One account to another. */
export const transfer = (from: AccountName, to: AccountName, amount: number): readonly Posting[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** Without sides on which nothing moves, which the books refuse. */
export const moving = (postings: readonly Posting[]): readonly Posting[] =>
  postings.filter(({ amount }) => amount !== 0);
