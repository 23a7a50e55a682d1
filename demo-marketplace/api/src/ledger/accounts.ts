import { AccountKind, Unit, type AccountName, type Posting } from './ledger.js';

const PLATFORM = { ownerType: 'platform', ownerId: 0 } as const;

/** Money account of a member. */
export const moneyOf = (memberId: number, kind: AccountKind = AccountKind.Balance): AccountName => ({
  ownerType: 'member',
  ownerId: memberId,
  kind,
  unit: Unit.Money,
});

/** Points account of a member. */
export const pointsOf = (memberId: number): AccountName => ({
  ownerType: 'member',
  ownerId: memberId,
  kind: AccountKind.Balance,
  unit: Unit.Points,
});

/** Source and destination of points. */
export const POINTS_OUTSIDE: AccountName = { ...PLATFORM, kind: AccountKind.Outside, unit: Unit.Points };

/** Account of the platform's fees. */
export const FEES: AccountName = { ...PLATFORM, kind: AccountKind.Fee, unit: Unit.Money };

/** Account of refunds that a payment provider has not paid out yet. */
export const REFUNDS: AccountName = { ...PLATFORM, kind: AccountKind.Refunds, unit: Unit.Money };

/** Account of a course's undecided pledges. */
export const pledgesOf = (courseId: number): AccountName => ({
  ownerType: 'platform',
  ownerId: courseId,
  kind: AccountKind.Pledges,
  unit: Unit.Money,
});

/** Postings that move an amount from one account to another. */
export const transfer = (from: AccountName, to: AccountName, amount: number): readonly Posting[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** Removes postings of 0, which the ledger refuses. */
export const moving = (postings: readonly Posting[]): readonly Posting[] =>
  postings.filter(({ amount }) => amount !== 0);
