import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about logging in. */
export const LOGIN_NOTICES = {
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
} as const satisfies NoticeKinds;

export const notify = notifier(LOGIN_NOTICES);
