import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about certificates. */
export const CERTIFICATE_NOTICES = {
  'certificate-issued': {
    type: 'system',
    link: '/myzhengshu-info?id={id}',
    zh: ['恭喜完成課程！', '你已完成「{what}」，結業證書可以下載與分享了。'],
    en: ['You finished a course', 'You finished “{what}”. Your certificate is ready to download and share.'],
  },
} as const satisfies NoticeKinds;

export const notify = notifier(CERTIFICATE_NOTICES);
