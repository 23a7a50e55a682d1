import { REFUND_RULE } from '@lectern/marketplace-contract';
import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about sales, reviews and questions of courses. */
export const COURSE_NOTICES = {
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
  'review-added': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['課程收到新評價', '{name} 評價了「{what}」：\n{reason}'],
    en: ['Your course has a new review', '{name} reviewed “{what}”:\n{reason}'],
  },
  'question-asked': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['學員提出新問題', '{name} 在「{what}」提問：\n{reason}'],
    en: ['A learner asks', '{name} asks about “{what}”:\n{reason}'],
  },
  'question-replied': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['問題有新回覆', '{name} 在「{what}」的問題下回覆：\n{reason}'],
    en: ['A question has a new reply', '{name} replied to a question about “{what}”:\n{reason}'],
  },
  'question-answered': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['你的問題有新回覆', '{name} 回覆了你在「{what}」的問題：\n{reason}'],
    en: ['Your question has an answer', '{name} answered your question about “{what}”:\n{reason}'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(COURSE_NOTICES);
