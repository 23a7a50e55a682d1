import type { Language } from '../http/messages.js';

/** Mail with a shared page; `sender` is undefined for a visitor. */
export function shareText(link: string, sender: string | undefined, language: Language) {
  if (language === 'en') {
    const who = sender ?? 'A friend';
    return {
      subject: `${who} shares a page of Lectern with you`,
      text: `${who} thinks you may like this:\n\n${link}\n`,
    };
  }
  const who = sender ?? '一位朋友';
  return { subject: `${who} 與你分享講台的頁面`, text: `${who} 覺得你會喜歡：\n\n${link}\n` };
}
