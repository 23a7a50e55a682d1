import type { Language } from '../http/messages.js';

interface Text {
  readonly subject: string;
  readonly text: string;
}

/** Text of a verification code. */
export const codeText = (code: string, language: Language): Text =>
  language === 'en'
    ? {
        subject: `${code} is your verification code`,
        text: `Lectern: your verification code is ${code}. It is good for 10 minutes. Never pass it on; we will not ask for it.`,
      }
    : {
        subject: `你的驗證碼是 ${code}`,
        text: `【講台】你的驗證碼是 ${code}，10 分鐘內有效。請勿轉告他人，我們不會向你索取。`,
      };

/** Notifies a registered member of an attempt to register their account again. */
export const takenText = (language: Language): Text =>
  language === 'en'
    ? {
        subject: 'You already have an account',
        text: 'Lectern: somebody, perhaps you, tried to register with this account. It is registered already: log in, or set a new password.',
      }
    : {
        subject: '你已經有帳號了',
        text: '【講台】有人（可能是你）嘗試以此帳號註冊。此帳號已經註冊過，請直接登入或重設密碼。',
      };

/** Notifies the owner of a recently bound account why it cannot receive a reset code yet. */
export const tooNewText = (language: Language): Text =>
  language === 'en'
    ? {
        subject: 'Your password cannot be reset from here yet',
        text: 'Lectern: somebody, perhaps you, wants to set a new password with this account. It was bound less than 3 days ago; until then a new password is set with the one that was bound before, or with your password.',
      }
    : {
        subject: '暫時無法用此帳號重設密碼',
        text: '【講台】有人（可能是你）想以此帳號重設密碼。此帳號綁定未滿 3 天，期間請改用先前綁定的帳號重設，或以目前的密碼登入後變更。',
      };
