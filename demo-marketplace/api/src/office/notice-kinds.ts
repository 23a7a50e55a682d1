import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about decisions of the back office; the audit log uses the same names. */
export const OFFICE_NOTICES = {
  'application-approved': {
    type: 'system',
    link: '/teacher',
    zh: ['導師申請已通過', '恭喜！你的導師申請已通過。從帳號選單切換到導師介面，就可以開始了。'],
    en: [
      'Your mentor application is approved',
      'Congratulations! Your mentor application is approved. Switch to the mentor view in the account menu to begin.',
    ],
  },
  'application-refused': {
    type: 'system',
    link: '/shenqing',
    zh: ['導師申請未通過', '你的導師申請這次沒有通過。\n原因：{reason}\n修改後可以再次送出申請。'],
    en: [
      'Your mentor application was declined',
      'Your mentor application was declined this time.\nReason: {reason}\nYou can change it and apply again.',
    ],
  },
  'course-approved': {
    type: 'system',
    link: '/video-info?id={id}',
    zh: ['課程審核已通過', '「{what}」已通過審核。'],
    en: ['Your course is approved', '“{what}” has passed the review.'],
  },
  'course-refused': {
    type: 'system',
    link: '/t_kecheng_add?id={id}',
    zh: ['課程審核未通過', '「{what}」這次沒有通過審核。\n原因：{reason}\n修改後可以再次送審。'],
    en: [
      'Your course was not passed',
      '“{what}” was not passed this time.\nReason: {reason}\nYou can change it and submit it again.',
    ],
  },
  'live-approved': {
    type: 'live',
    link: '/live-info?id={id}',
    zh: ['直播審核已通過', '「{what}」已通過審核，票券會依設定的時間開賣。'],
    en: ['Your live class is approved', '“{what}” has passed the review. Its tickets go on sale as you planned.'],
  },
  'live-refused': {
    type: 'live',
    link: '/t_zhibo_add?id={id}',
    zh: ['直播審核未通過', '「{what}」這次沒有通過審核。\n原因：{reason}\n修改後可以再次送審。'],
    en: [
      'Your live class was not passed',
      '“{what}” was not passed this time.\nReason: {reason}\nYou can change it and submit it again.',
    ],
  },
  'withdrawal-paid': {
    type: 'order',
    link: '/{id}',
    zh: ['提領已撥款', '你申請提領的 {amount} 已經匯出。'],
    en: ['Your withdrawal is paid out', 'Your withdrawal of {amount} is on its way to your account.'],
  },
  'withdrawal-failed': {
    type: 'order',
    link: '/{id}',
    zh: ['提領未成功', '你申請提領的 {amount} 沒有成功，金額已退回錢包。\n原因：{reason}'],
    en: [
      'Your withdrawal failed',
      'Your withdrawal of {amount} failed, and the money is back in your wallet.\nReason: {reason}',
    ],
  },
  'refund-approved': {
    type: 'order',
    link: '/myorder?tab=refund',
    zh: [
      '退款已核准',
      '「{what}」的退款已核准。{amount} 退回你的原付款方式：錢包付款已退回錢包；刷卡退回原卡片，通常需要 5 到 10 個工作天入帳。',
    ],
    en: [
      'Your refund is approved',
      'Your refund for “{what}” is approved. {amount} goes back to where you paid from: a wallet has it already, a card usually takes 5 to 10 working days.',
    ],
  },
  'refund-refused': {
    type: 'order',
    link: '/myorder?tab=paid',
    zh: ['退款申請未通過', '「{what}」的退款申請沒有通過。\n原因：{reason}'],
    en: ['Your refund was declined', 'Your refund for “{what}” was declined.\nReason: {reason}'],
  },
  'member-banned': {
    type: 'system',
    link: '',
    zh: ['你的帳號已被停權', '你的 Lectern 帳號已被停權，無法登入。\n原因：{reason}\n如有疑問，請直接回覆這封信。'],
    en: [
      'Your account is suspended',
      'Your Lectern account is suspended, and you cannot log in.\nReason: {reason}\nIf you have questions, just answer this e-mail.',
    ],
    always: true,
  },
  'member-unbanned': {
    type: 'system',
    link: '',
    zh: ['你的帳號已恢復', '你的 Lectern 帳號已恢復，可以再次登入了。'],
    en: ['Your account is open again', 'Your Lectern account is open again, and you can log in.'],
    always: true,
  },
  'feedback-answered': {
    type: 'system',
    link: '/fankui',
    zh: ['我們回覆了你的意見', '你寫給我們：\n{what}\n我們的回覆：\n{reason}'],
    en: ['We answered your feedback', 'You wrote to us:\n{what}\nOur answer:\n{reason}'],
  },
  'report-upheld': {
    type: 'system',
    link: '/fankui',
    zh: ['你的檢舉成立', '關於你對「{what}」的檢舉，我們已查證並處理。\n{reason}\n謝謝你協助維護這個平台。'],
    en: [
      'Your report was upheld',
      'We looked into your report about “{what}” and acted on it.\n{reason}\nThank you for helping to keep this place good.',
    ],
  },
  'report-dismissed': {
    type: 'system',
    link: '/fankui',
    zh: ['你的檢舉未成立', '我們查證了你對「{what}」的檢舉，這次不會採取行動。\n原因：{reason}'],
    en: [
      'Your report was not upheld',
      'We looked into your report about “{what}” and take no action.\nReason: {reason}',
    ],
  },
  'content-hidden': {
    type: 'system',
    link: '{path}',
    zh: ['你的內容已被隱藏', '你寫的「{what}」已被隱藏，其他人不會看到。\n原因：{reason}'],
    en: ['Something you wrote is hidden', 'What you wrote, “{what}”, is hidden from everybody else.\nReason: {reason}'],
  },
  'content-restored': {
    type: 'system',
    link: '{path}',
    zh: ['你的內容已恢復顯示', '你寫的「{what}」已恢復顯示。'],
    en: ['Something you wrote is shown again', 'What you wrote, “{what}”, is shown to everybody again.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(OFFICE_NOTICES);

/** Decisions of the back office. */
export type Decision = keyof typeof OFFICE_NOTICES;
