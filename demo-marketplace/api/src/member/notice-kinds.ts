import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about accounts. */
export const MEMBER_NOTICES = {
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
  'account-closed-rest': {
    type: 'system',
    link: '',
    zh: [
      '你的帳號已關閉',
      '你的 Lectern 帳號已依你的要求關閉，個人資料已刪除。錢包中不足 NT$1 的零頭 {amount} 無法提領，已依關閉帳號的說明歸零。如果不是你本人操作，請直接回覆這封信。',
    ],
    en: [
      'Your account is closed',
      'Your Lectern account was closed as you asked, and your personal data is deleted. The rest of {amount} in your wallet, cents that cannot be withdrawn, was forfeited as the page said. If it was not you, just answer this e-mail.',
    ],
    always: true,
  },
} as const satisfies NoticeKinds;

export const notify = notifier(MEMBER_NOTICES);
