import { REFUND_DAYS } from './constants.js';

/**
 * The refund rule of courses by language: until when, to where, and what is excluded. The course page, the checkout, the
 * refund dialog and the mail of a purchase all show this text.
 */
export const REFUND_RULE = {
  'zh-Hant': `付款後 ${REFUND_DAYS} 天內可以申請退款，由平台審核。款項退回原付款方式：刷卡退回原卡片，錢包付款退回錢包，點數與優惠券也會退回。免費取得的課程與錢包儲值不適用。`,
  en: `You can ask for a refund within ${REFUND_DAYS} days of paying; we look at each request. The money goes back to where you paid from: a card payment to the card, a wallet payment to the wallet; points and coupon come back too. Courses that cost nothing and wallet top-ups are excluded.`,
} as const;
