import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications about reviews and questions. */
export const COURSE_NOTICES = {
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
