import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about orders of any type; each type has those of its payment and refund itself. */
export const ORDER_NOTICES = {
  'order-expired': {
    type: 'order',
    link: '/myorder?tab=closed',
    zh: ['訂單已取消', '「{what}」的訂單沒有在 30 分鐘內付款，已自動取消。使用的優惠券與點數已退回。'],
    en: [
      'Your order was cancelled',
      'Your order of “{what}” was not paid within 30 minutes and was cancelled. Coupon and points are back.',
    ],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(ORDER_NOTICES);
