import { page, type Pages } from '../../lib/page.js';

export const walletPages: Pages = {
  '/qianbao': page(
    async () => (await import('./wallet-page.js')).WalletPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).walletQueries,
  ),
  '/t_qianbao': page(
    async () => (await import('./earnings-pages.js')).MentorWalletPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).mentorWalletQueries,
  ),
  '/t_qianbao1': page(
    async () => (await import('./earnings-pages.js')).UserEarningsPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).userEarningsQueries,
  ),
  '/t_mingxi_all': page(
    async () => (await import('./statement-pages.js')).MentorStatementPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).mentorStatementQueries,
  ),
  '/t_tixianjilu': page(
    async () => (await import('./withdrawal-pages.js')).MentorWithdrawalsPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).mentorWithdrawalQueries,
  ),
  '/t_tixianjilu1': page(
    async () => (await import('./withdrawal-pages.js')).UserWithdrawalsPage,
    ['wallet'],
    async () => (await import('./wallet-queries.js')).userWithdrawalQueries,
  ),
};
