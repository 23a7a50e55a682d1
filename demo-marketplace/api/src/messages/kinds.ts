import { REFUND_RULE, type NOTIFY_TYPES } from '@lectern/marketplace-contract';
import { CAMPAIGN_KINDS } from './campaign-kinds.js';

type NoticeType = (typeof NOTIFY_TYPES)[number];
type Words = readonly [title: string, text: string];

interface Kind {
  /** Type of the notification, which members can switch off as a whole. */
  readonly type: NoticeType;
  /** Path of the related page; empty for none. */
  readonly link: string;
  readonly zh: Words;
  readonly en: Words;
  /** Mailed even to members who have switched mail off. */
  readonly always?: true;
}

/**
 * Notification texts. `{what}` is a title, in the reader's language where both exist; `{amount}` is money; `{name}` a
 * member; `{reason}` a quoted reason; `{date}` a date; `{id}` part of an address.
 */
export const KINDS = {
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
  'password-changed': {
    type: 'system',
    link: '/user-info',
    zh: ['登入密碼已變更', '你的登入密碼剛剛變更了，其他裝置已全部登出。如果不是你本人操作，請立刻重設密碼。'],
    en: [
      'Your password was changed',
      'Your password was just changed, and all other devices were logged out. If it was not you, reset your password at once.',
    ],
    always: true,
  },
  'account-bound': {
    type: 'system',
    link: '/user-info',
    zh: [
      '你的帳號已綁定新的登入方式',
      '{name} 剛剛綁定到你的帳號，可以用來登入與收驗證碼。如果不是你本人操作，請立刻重設密碼。',
    ],
    en: [
      'Another way to log in was bound to your account',
      '{name} was just bound to your account: it logs in, and codes are sent to it. If it was not you, reset your password at once.',
    ],
    always: true,
  },
  'account-closed': {
    type: 'system',
    link: '',
    zh: ['你的帳號已關閉', '你的 Lectern 帳號已依你的要求關閉，個人資料已刪除。如果不是你本人操作，請直接回覆這封信。'],
    en: [
      'Your account is closed',
      'Your Lectern account was closed as you asked, and your personal data is deleted. If it was not you, just answer this e-mail.',
    ],
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
  'certificate-issued': {
    type: 'system',
    link: '/myzhengshu-info?id={id}',
    zh: ['恭喜完成課程！', '你已完成「{what}」，結業證書可以下載與分享了。'],
    en: ['You finished a course', 'You finished “{what}”. Your certificate is ready to download and share.'],
  },

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
    zh: ['款項已存入錢包', '你為「{what}」支付的金額與訂單不符，{amount} 已存入你的錢包，可以用餘額完成付款。'],
    en: [
      'Your payment is in your wallet',
      'What you paid for “{what}” was not what the order came to. {amount} is in your wallet, and you can pay from it.',
    ],
  },
  'refund-asked': {
    type: 'order',
    link: '/t_mingdan?course={id}',
    zh: ['有學員申請退款', '{name} 申請退回「{what}」的 {amount}，平台審核後會通知你結果。'],
    en: ['A learner asks for a refund', '{name} asks for {amount} of “{what}” back. You will hear what we decide.'],
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
  'refund-refused': {
    type: 'order',
    link: '/myorder?tab=paid',
    zh: ['退款申請未通過', '「{what}」的退款申請沒有通過。\n原因：{reason}'],
    en: ['Your refund was declined', 'Your refund for “{what}” was declined.\nReason: {reason}'],
  },
  'sale-refunded': {
    type: 'order',
    link: '/t_mingdan?course={id}',
    zh: ['一筆訂單已退款', '「{what}」的一筆訂單已退款給學員，{amount} 從凍結金額中扣回。'],
    en: ['A sale was refunded', 'A sale of “{what}” was given back to its buyer; {amount} left your frozen balance.'],
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
  ...CAMPAIGN_KINDS,

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
  'campaign-news': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['募資進度更新', '你支持的「{what}」有新進度：\n{reason}'],
    en: ['News of a course you back', 'The mentor of “{what}” writes:\n{reason}'],
  },
  announcement: {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['課程公告', '「{what}」的導師發布公告：\n{reason}'],
    en: ['News of your course', 'The mentor of “{what}” writes:\n{reason}'],
  },
  'mentor-message': {
    type: 'interact',
    link: '/video-info?id={id}',
    zh: ['導師給你的訊息', '「{what}」的導師寫給你：\n{reason}'],
    en: ['A message from your mentor', 'The mentor of “{what}” writes to you:\n{reason}'],
  },
  'mentor-course': {
    type: 'follow',
    link: '/video-info?id={id}',
    zh: ['你追蹤的導師有新課程', '{name} 推出了新課程「{what}」。'],
    en: ['A mentor you follow has a new course', '{name} has published “{what}”.'],
  },
  'mentor-campaign': {
    type: 'follow',
    link: '/video-info?id={id}',
    zh: ['你追蹤的導師發起募資', '{name} 為「{what}」發起募資，現在支持只要 {amount}。'],
    en: ['A mentor you follow starts a campaign', '{name} asks for backers of “{what}”: {amount} while it runs.'],
  },
  'content-hidden': {
    type: 'system',
    link: '/video-info?id={id}',
    zh: ['你的內容已被隱藏', '你寫的「{what}」已被隱藏，其他人不會看到。\n原因：{reason}'],
    en: ['Something you wrote is hidden', 'What you wrote, “{what}”, is hidden from everybody else.\nReason: {reason}'],
  },
  'content-restored': {
    type: 'system',
    link: '/video-info?id={id}',
    zh: ['你的內容已恢復顯示', '你寫的「{what}」已恢復顯示。'],
    en: ['Something you wrote is shown again', 'What you wrote, “{what}”, is shown to everybody again.'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** Kind of notification. */
export type NoticeKind = keyof typeof KINDS;

/** A title in both languages; `en` may be empty. */
export interface Named {
  readonly zh: string;
  readonly en: string;
}

/** Parameters of the texts and addresses. */
export interface Particulars {
  readonly what: string | Named;
  /** Amount in cents. */
  readonly amount: number;
  readonly name: string;
  readonly reason: string;
  /** Date, YYYY-MM-DD. */
  readonly date: string;
  readonly id: string | number;
}

type Holes<T> = T extends `${string}{${infer Hole}}${infer Rest}` ? (Hole & keyof Particulars) | Holes<Rest> : never;

/** Parameters that a kind requires. */
export type ParamsOf<K extends NoticeKind> = Pick<
  Particulars,
  Holes<(typeof KINDS)[K]['link'] | (typeof KINDS)[K]['zh'][number]>
>;

/** Looks up a kind by a name from the database. */
export const kindOf = (name: string): Kind | undefined => (KINDS as Readonly<Record<string, Kind>>)[name];
