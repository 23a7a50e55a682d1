import { notifier, type NoticeKinds } from '../messages/index.js';

/** Notifications from mentors to their learners and followers. */
export const MENTOR_NOTICES = {
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
} as const satisfies NoticeKinds;

export const notify = notifier(MENTOR_NOTICES);
