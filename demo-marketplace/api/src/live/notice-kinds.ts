import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about tickets and sessions. */
export const LIVE_NOTICES = {
  'ticket-paid': {
    type: 'order',
    link: '/live-info?id={id}',
    zh: ['購票成功', '你已購買「{what}」，實付 {amount}。票券與場次時間都在活動頁面上。'],
    en: ['Your tickets are here', 'You have bought “{what}” for {amount}. Tickets and times are on its page.'],
  },
  'ticket-sold': {
    type: 'order',
    link: '/t_zhibo',
    zh: ['售出票券', '{name} 購買了「{what}」，付款 {amount}。'],
    en: ['You sold tickets', '{name} bought “{what}” for {amount}.'],
  },
  'ticket-refund-asked': {
    type: 'order',
    link: '/t_zhibo',
    zh: ['有學員申請退票', '{name} 申請退回「{what}」的 {amount}。'],
    en: ['A learner returns tickets', '{name} asks for {amount} of “{what}” back.'],
  },
  'ticket-sale-refunded': {
    type: 'order',
    link: '/t_zhibo',
    zh: ['票券已退款', '「{what}」的一筆訂單已退款給學員，{amount} 從凍結金額中扣回。'],
    en: ['Tickets were refunded', 'An order of “{what}” was refunded to its buyer; {amount} left your frozen balance.'],
  },
  'ticket-returned': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['票券已退款', '「{what}」已取消或未舉行，{amount} 會退回原付款方式。'],
    en: [
      'Your tickets are refunded',
      '“{what}” was cancelled or not held. Your {amount} goes back to where it came from.',
    ],
  },
  'session-cancelled': {
    type: 'live',
    link: '/live-info?id={id}',
    zh: ['場次已取消', '「{what}」的場次已由導師取消。\n原因：{reason}'],
    en: ['A session is cancelled', 'The mentor has cancelled “{what}”.\nReason: {reason}'],
  },
  'session-moved': {
    type: 'live',
    link: '/live-info?id={id}',
    zh: ['場次改期', '「{what}」的場次改到 {date}。\n原因：{reason}\n若無法參加，開始前可以退票。'],
    en: [
      'A session has a new time',
      '“{what}” moves to {date}.\nReason: {reason}\nIf you cannot come, you may return your tickets before it begins.',
    ],
  },
  'session-not-held': {
    type: 'live',
    link: '/live-info?id={id}',
    zh: ['部分場次未舉行', '「{what}」有場次沒有舉行。你可以在 {date} 前退票。'],
    en: ['Not every session was held', 'A session of “{what}” was not held. You may return your tickets until {date}.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(LIVE_NOTICES);
