import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about payments and refunds through a provider. */
export const PAYMENT_NOTICES = {
  'payment-returned': {
    type: 'order',
    link: '/myorder?tab=closed',
    zh: ['付款將退回', '「{what}」的付款晚到，訂單已經關閉，{amount} 會退回你的原付款方式。'],
    en: [
      'Your payment is being returned',
      'Your payment for “{what}” came when the order was closed. {amount} goes back to where you paid from.',
    ],
  },
  'payment-credited': {
    type: 'order',
    link: '/qianbao',
    zh: ['款項已存入錢包', '你為「{what}」付款的金額與訂單不符，{amount} 已存入你的錢包，可以用餘額完成付款。'],
    en: [
      'Your payment is in your wallet',
      'What you paid for “{what}” was not what the order came to. {amount} is in your wallet, and you can pay from it.',
    ],
  },
  'refund-settled': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['退款已完成', '「{what}」的 {amount} 已退回你的原付款方式。卡片帳單可能要幾天後才會顯示。'],
    en: [
      'Your refund is paid',
      '{amount} for “{what}” has gone back to where you paid from. Your card statement may take some days to show it.',
    ],
  },
  'refund-credited': {
    type: 'order',
    link: '/qianbao',
    zh: ['退款已存入錢包', '「{what}」的 {amount} 無法退回原付款方式，已存入你的錢包。\n說明：{reason}'],
    en: [
      'Your refund is in your wallet',
      '{amount} for “{what}” could not go back to where you paid from. It is in your wallet.\nNote: {reason}',
    ],
  },
  'refund-returned': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['退款已退還', '「{what}」的 {amount} 無法退回原付款方式，已另外退還給你。\n說明：{reason}'],
    en: [
      'Your refund is paid',
      '{amount} for “{what}” could not go back to where you paid from. It was paid to you another way.\nNote: {reason}',
    ],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(PAYMENT_NOTICES);
