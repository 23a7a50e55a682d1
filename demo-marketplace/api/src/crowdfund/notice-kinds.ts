import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about crowdfunding campaigns and pledges. */
export const CAMPAIGN_NOTICES = {
  'campaign-news': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['募資進度更新', '你支持的「{what}」有新進度：\n{reason}'],
    en: ['News of a course you back', 'The mentor of “{what}” writes:\n{reason}'],
  },
  'pledge-paid': {
    type: 'order',
    link: '/video-info?id={id}',
    zh: ['已參與募資', '感謝你以 {amount} 支持「{what}」。若未達標，款項會全數退回原付款方式。'],
    en: [
      'Your pledge is in',
      'Thank you for backing “{what}” with {amount}. If it falls short, all of it goes back to where you paid from.',
    ],
  },
  'pledge-received': {
    type: 'order',
    link: '/video-info?id={id}',
    zh: ['募資多了一位支持者', '{name} 以 {amount} 支持「{what}」。'],
    en: ['Somebody backed your course', '{name} backed “{what}” with {amount}.'],
  },
  'crowdfund-reached': {
    type: 'order',
    link: '/t_kecheng_add?id={id}',
    zh: ['募資成功', '「{what}」已達到募資目標。完成課程內容並送審後，支持者就能開始學習。'],
    en: [
      'Your campaign succeeded',
      '“{what}” has reached its target. Finish its lessons and submit them, and your backers can learn.',
    ],
  },
  'crowdfund-short': {
    type: 'order',
    link: '/t_kecheng',
    zh: ['募資未達標', '「{what}」沒有在期限內達到目標，所有款項會退還給支持者。'],
    en: ['Your campaign fell short', '“{what}” missed its target. Everybody who backed it gets their money back.'],
  },
  'pledge-succeeded': {
    type: 'order',
    link: '/video-info?id={id}',
    zh: ['你支持的課程募資成功', '「{what}」達標了！課程製作完成後會通知你。'],
    en: ['The course you backed succeeded', '“{what}” has reached its target. You will hear when it is ready.'],
  },
  'pledge-returned': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['募資未達標，已退款', '「{what}」沒有達到募資目標，你支持的 {amount} 會退回原付款方式。'],
    en: [
      'The course you backed fell short',
      '“{what}” missed its target. Your {amount} goes back to where you paid from.',
    ],
  },
  'pledge-cancelled': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['募資已取消，已退款', '「{what}」的導師取消了募資，你支持的 {amount} 會退回原付款方式。'],
    en: [
      'A campaign was cancelled',
      'The mentor of “{what}” cancelled its campaign. Your {amount} goes back to where you paid from.',
    ],
  },
  'campaign-due': {
    type: 'order',
    link: '/t_kecheng_add?id={id}',
    zh: [
      '課程交付期限將至',
      '你承諾在 {date} 前完成「{what}」。請在期限前完成課程內容並送審；逾期後，支持者可以申請退款。',
    ],
    en: [
      'The lessons of your campaign are due',
      'You promised “{what}” by {date}. Finish its lessons and submit them before then: afterwards backers can ask for their money back.',
    ],
  },
  'campaign-overdue': {
    type: 'order',
    link: '/t_kecheng_add?id={id}',
    zh: [
      '課程已超過交付期限',
      '你承諾在 {date} 前完成「{what}」，但課程尚未上架。支持者現在可以申請退款；若 30 天內仍未完成，募資會取消，款項全數退還支持者。',
    ],
    en: [
      'The lessons of your campaign are overdue',
      'You promised “{what}” by {date}, and it is not there yet. Backers can now ask for refunds; if it is not there within 30 days, the campaign is cancelled and everybody is refunded.',
    ],
    always: true,
  },
  'campaign-expired': {
    type: 'order',
    link: '/t_kecheng',
    zh: ['募資已因逾期取消', '「{what}」逾期 30 天仍未完成，募資已取消，款項已全數退還支持者。'],
    en: [
      'Your campaign was cancelled',
      '“{what}” was 30 days overdue. Its campaign is cancelled, and everybody who backed it has been refunded.',
    ],
    always: true,
  },
  'pledge-overdue': {
    type: 'order',
    link: '/myorder?tab=paid',
    zh: [
      '你支持的課程逾期了',
      '「{what}」沒有在 {date} 前完成。你可以在訂單中申請退回 {amount}，也可以繼續等待；若 30 天後仍未完成，款項會自動退還。',
    ],
    en: [
      'The course you backed is overdue',
      '“{what}” was promised by {date} and is not there yet. You can ask for your {amount} back in your orders, or wait; if it is not there in 30 days, you are refunded automatically.',
    ],
    always: true,
  },
  'pledge-overdue-returned': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: ['課程未完成，已退款', '「{what}」逾期仍未完成，募資已取消，你支持的 {amount} 會退回原付款方式。'],
    en: [
      'The course you backed never came',
      '“{what}” was not finished in time and its campaign is cancelled. Your {amount} goes back to where you paid from.',
    ],
  },
  'pledge-delivered': {
    type: 'order',
    link: '/video-info?id={id}',
    zh: ['你支持的課程上架了', '「{what}」已經製作完成，現在就可以開始學習。'],
    en: ['The course you backed is here', '“{what}” is ready. You can start learning now.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(CAMPAIGN_NOTICES);
