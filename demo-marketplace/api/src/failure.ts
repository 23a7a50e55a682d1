import { FailureReason, type FailureData, type ResultCode } from '@lectern/marketplace-contract';

/** An error that the caller may see; everything else is told as {@link FailureReason.Internal}. */
export class ApiFailure extends Error {
  readonly code: ResultCode;
  readonly data: FailureData;

  constructor(code: ResultCode, data: FailureData, options?: ErrorOptions) {
    super(`the action failed: ${data.reason}`, options);
    this.name = 'ApiFailure';
    this.code = code;
    this.data = data;
  }
}

type Language = 'en' | 'zh-Hant';

const MESSAGES: Readonly<Record<FailureReason | 'ok', Readonly<Record<Language, string>>>> = {
  ok: { en: 'OK', 'zh-Hant': '成功' },
  [FailureReason.Invalid]: { en: 'Some fields need your attention.', 'zh-Hant': '有欄位需要修正。' },
  [FailureReason.NotFound]: { en: 'There is no such action.', 'zh-Hant': '沒有這個操作。' },
  [FailureReason.TooMany]: {
    en: 'Too many attempts. Wait a moment and try again.',
    'zh-Hant': '嘗試次數過多，請稍候再試。',
  },
  [FailureReason.RtcUnavailable]: {
    en: 'The class server does not answer. Try again in a moment.',
    'zh-Hant': '教室伺服器沒有回應，請稍後再試。',
  },
  [FailureReason.Internal]: { en: 'Something went wrong on our side.', 'zh-Hant': '系統發生問題，請稍後再試。' },
};

/** Traditional Chinese unless the caller puts English first. */
const languageOf = (acceptLanguage: string | undefined): Language =>
  acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh-Hant';

/** What the answer says to people. */
export const messageFor = (reason: FailureReason | 'ok', acceptLanguage: string | undefined): string =>
  MESSAGES[reason][languageOf(acceptLanguage)];
