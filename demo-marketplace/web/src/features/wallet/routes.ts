import { page, type Pages } from '../../lib/page.js';

export const walletPages: Pages = {
  '/qianbao': page(async () => (await import('./wallet-page.js')).WalletPage, ['wallet']),
  '/t_qianbao': page(async () => (await import('./earnings-pages.js')).MentorWalletPage, ['wallet']),
  '/t_qianbao1': page(async () => (await import('./earnings-pages.js')).UserEarningsPage, ['wallet']),
  '/t_mingxi_all': page(async () => (await import('./statement-pages.js')).MentorStatementPage, ['wallet']),
  '/t_tixianjilu': page(async () => (await import('./withdrawal-pages.js')).MentorWithdrawalsPage, ['wallet']),
  '/t_tixianjilu1': page(async () => (await import('./withdrawal-pages.js')).UserWithdrawalsPage, ['wallet']),
};
