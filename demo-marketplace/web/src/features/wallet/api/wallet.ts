import {
  getWallet,
  listPayoutAccounts,
  listWallet,
  listWithdrawals,
  previewWithdrawal,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const walletQuery = (body: RequestOf<typeof getWallet>) => actionQuery(getWallet, body);
export const payoutAccountsQuery = () => actionQuery(listPayoutAccounts, {});
export const walletLinesQuery = (body: RequestOf<typeof listWallet>) => actionQuery(listWallet, body);
export const withdrawalsQuery = (body: RequestOf<typeof listWithdrawals>) => actionQuery(listWithdrawals, body);
export const previewWithdrawalQuery = (body: RequestOf<typeof previewWithdrawal>) =>
  actionQuery(previewWithdrawal, body);
