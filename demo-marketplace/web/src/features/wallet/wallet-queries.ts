import { WalletScope } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../lib/page.js';
import { payoutAccountsQuery, walletLinesQuery, walletQuery, withdrawalsQuery } from './api/wallet.js';
import { askedBy, RECENT, withdrawalsAskedBy } from './lib/asked.js';

/** Prefetches the queries of a learner's wallet; its other tabs ask by themselves. */
export const walletQueries: PageQueries = (client, search) => {
  if (search.has('tab')) return;
  void client.prefetchQuery(walletQuery({ scope: WalletScope.User }));
  void client.prefetchQuery(walletLinesQuery({ scope: WalletScope.User, limit: RECENT }));
};

/** Prefetches the queries of a mentor's earnings. */
export const mentorWalletQueries: PageQueries = (client) => {
  void client.prefetchQuery(walletQuery({ scope: WalletScope.Mentor }));
  void client.prefetchQuery(payoutAccountsQuery());
  void client.prefetchQuery(walletLinesQuery({ scope: WalletScope.Mentor, limit: RECENT }));
};

/** Prefetches the queries of a member's earnings, which include the statement. */
export const userEarningsQueries: PageQueries = (client, search) => {
  void client.prefetchQuery(walletQuery({ scope: WalletScope.User }));
  void client.prefetchQuery(payoutAccountsQuery());
  void client.prefetchQuery(walletLinesQuery(askedBy(search, WalletScope.User)));
};

/** Prefetches the query of a mentor's statement. */
export const mentorStatementQueries: PageQueries = (client, search) => {
  void client.prefetchQuery(walletLinesQuery(askedBy(search, WalletScope.Mentor)));
};

const withdrawalQueries =
  (scope: WalletScope): PageQueries =>
  (client, search) => {
    void client.prefetchQuery(withdrawalsQuery({ scope, ...withdrawalsAskedBy(search) }));
  };

export const mentorWithdrawalQueries = withdrawalQueries(WalletScope.Mentor);
export const userWithdrawalQueries = withdrawalQueries(WalletScope.User);
