import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about wallets. */
export const WALLET_NOTICES = {
  'recharge-paid': {
    type: 'order',
    link: '/qianbao',
    zh: ['儲值成功', '{amount} 已存入你的錢包。'],
    en: ['Your wallet is topped up', '{amount} is in your wallet.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(WALLET_NOTICES);
