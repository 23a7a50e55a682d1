import { WalletBusiness, WithdrawalStatus, type WalletScope } from '@lectern/marketplace-contract';
import { oneOf, pageOf } from '../../../lib/query.js';

/** Number of lines below the balance; the statement has them all. */
export const RECENT = 5;

/** Shows lines of every kind. */
export const ALL = 'all';
export const BUSINESSES = [ALL, ...Object.values(WalletBusiness)] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The lines that an address asks for. */
export interface Asked {
  readonly scope: WalletScope;
  readonly biz: (typeof BUSINESSES)[number];
  readonly from?: string;
  readonly to?: string;
  readonly page: number;
}

export function askedBy(search: URLSearchParams, scope: WalletScope): Asked {
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  return {
    scope,
    biz: oneOf(BUSINESSES, search.get('biz'), ALL),
    ...(DAY.test(from) && { from }),
    ...(DAY.test(to) && { to }),
    page: pageOf(search),
  };
}

export const WITHDRAWAL_TABS = [ALL, ...Object.values(WithdrawalStatus)] as const;

/** The withdrawals that an address asks for. */
export const withdrawalsAskedBy = (search: URLSearchParams) => ({
  status: oneOf(WITHDRAWAL_TABS, search.get('status'), ALL),
  page: pageOf(search),
});
