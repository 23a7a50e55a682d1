import { REFUND_RULE } from '@lectern/marketplace-contract';
import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about orders and refunds. */
export const ORDER_NOTICES = {
  'order-paid': {
    type: 'order',
    link: '/video-info?id={id}',
    zh: ['購買成功', `你已購買「{what}」，實付 {amount}。隨時可以開始學習。\n退款規則：${REFUND_RULE['zh-Hant']}`],
    en: [
      'Your purchase is complete',
      `“{what}” is yours for {amount}. Start learning whenever you like.\nRefunds: ${REFUND_RULE.en}`,
    ],
  },
  'order-sold': {
    type: 'order',
    link: '/t_mingdan?course={id}',
    zh: ['課程售出一份', '{name} 購買了「{what}」，付款 {amount}。'],
    en: ['You sold a course', '{name} bought “{what}” for {amount}.'],
  },
  'order-expired': {
    type: 'order',
    link: '/myorder?tab=closed',
    zh: ['訂單已取消', '「{what}」的訂單沒有在 30 分鐘內付款，已自動取消。使用的優惠券與點數已退回。'],
    en: [
      'Your order was cancelled',
      'Your order of “{what}” was not paid within 30 minutes and was cancelled. Coupon and points are back.',
    ],
  },
  'recharge-paid': {
    type: 'order',
    link: '/qianbao',
    zh: ['儲值成功', '{amount} 已存入你的錢包。'],
    en: ['Your wallet is topped up', '{amount} is in your wallet.'],
  },
  'refund-asked': {
    type: 'order',
    link: '/t_mingdan?course={id}',
    zh: ['有學員申請退款', '{name} 申請退回「{what}」的 {amount}，平台審核後會通知你結果。'],
    en: ['A learner asks for a refund', '{name} asks for {amount} of “{what}” back. You will hear what we decide.'],
  },
  'sale-refunded': {
    type: 'order',
    link: '/t_mingdan?course={id}',
    zh: ['一筆訂單已退款', '「{what}」的一筆訂單已退款給學員，{amount} 從凍結金額中扣回。'],
    en: ['A sale was refunded', 'A sale of “{what}” was given back to its buyer; {amount} left your frozen balance.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(ORDER_NOTICES);
