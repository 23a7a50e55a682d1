import {
  FailureReason,
  REVIEW_PERCENT,
  REVIEW_UNITS,
  type FailureData,
  type FieldLimit,
} from '@lectern/marketplace-contract';

/** Languages of server messages. */
export type Language = 'en' | 'zh-Hant';

type Text = Readonly<Record<Language, string>>;

const SUCCESSES = {
  ok: { en: 'OK', 'zh-Hant': '成功' },
  registered: { en: 'Welcome! Your account is ready.', 'zh-Hant': '歡迎加入！帳號已建立。' },
  loggedIn: { en: 'You are logged in.', 'zh-Hant': '登入成功' },
  loggedOut: { en: 'You are logged out.', 'zh-Hant': '已登出' },
  codeSent: { en: 'The verification code is on its way.', 'zh-Hant': '驗證碼已寄出' },
  passwordChanged: { en: 'Your password is changed.', 'zh-Hant': '密碼已更新' },
  learnerSide: { en: 'You are on the learner’s side now.', 'zh-Hant': '已切換到學員介面' },
  mentorSide: { en: 'You are on the mentor’s side now.', 'zh-Hant': '已切換到導師介面' },
  saved: { en: 'Saved.', 'zh-Hant': '已儲存' },
  accountClosed: { en: 'Your account is closed. Take care!', 'zh-Hant': '帳號已關閉，後會有期。' },
  bound: { en: 'The account is bound.', 'zh-Hant': '綁定成功' },
  sessionEnded: { en: 'That session is ended.', 'zh-Hant': '已登出該裝置' },
  feedbackSent: { en: 'Thank you. We read every message.', 'zh-Hant': '感謝你的回饋，我們會逐一閱讀。' },
  reported: { en: 'Thank you. We will look into it.', 'zh-Hant': '已收到檢舉，我們會盡快處理。' },
  decided: { en: 'Done.', 'zh-Hant': '已處理' },
  applied: { en: 'Your application is with us.', 'zh-Hant': '申請已送出' },
  liveSubmitted: { en: 'Submitted for review.', 'zh-Hant': '已送出審核' },
  liveRecalled: { en: 'You can change it again.', 'zh-Hant': '已撤回審核，可以繼續編輯。' },
  livePaused: { en: 'No more tickets are sold.', 'zh-Hant': '已暫停售票' },
  liveResumed: { en: 'Tickets are on sale again.', 'zh-Hant': '已恢復售票' },
  checkedIn: { en: 'Checked in.', 'zh-Hant': '驗票成功' },
  sessionCancelled: { en: 'The session is cancelled.', 'zh-Hant': '場次已取消' },
  sessionMoved: { en: 'The session has its new time.', 'zh-Hant': '場次時間已更新' },
  courseSubmitted: { en: 'Submitted for review.', 'zh-Hant': '已送出審核' },
  courseRecalled: { en: 'Taken back. You can edit it again.', 'zh-Hant': '已撤回，可以繼續編輯' },
  coursePaused: { en: 'The course is off sale.', 'zh-Hant': '課程已暫停上架' },
  courseResumed: { en: 'The course is on sale again.', 'zh-Hant': '課程已恢復上架' },
  announced: { en: 'Your learners are told.', 'zh-Hant': '公告已發布，學員會收到通知' },
  messaged: { en: 'Your message is sent.', 'zh-Hant': '訊息已送出' },
  courseCopied: { en: 'Copied as a new draft.', 'zh-Hant': '已複製成新的草稿' },
  couponStopped: { en: 'No more of these coupons are given.', 'zh-Hant': '已停止發放這張優惠券' },
  courseDeleted: { en: 'The course is deleted.', 'zh-Hant': '課程已刪除' },
  enrolled: { en: 'The course is yours. Enjoy learning!', 'zh-Hant': '已加入我的課程，開始學習吧！' },
  asked: { en: 'Your question is posted.', 'zh-Hant': '問題已送出' },
  replied: { en: 'Your reply is posted.', 'zh-Hant': '回覆已送出' },
  deleted: { en: 'Deleted.', 'zh-Hant': '已刪除' },
  updatePublished: { en: 'Your backers can read it now.', 'zh-Hant': '已發佈進度更新' },
  campaignCancelled: {
    en: 'The campaign is cancelled. All backers have their money back.',
    'zh-Hant': '募資已取消，款項已全數退還給支持者。',
  },
  mailed: { en: 'The e-mail is on its way.', 'zh-Hant': '郵件已寄出' },
  ordered: { en: 'Your order is made.', 'zh-Hant': '訂單已建立' },
  orderCancelled: { en: 'The order is cancelled.', 'zh-Hant': '訂單已取消' },
  paid: { en: 'Paid. Thank you!', 'zh-Hant': '付款成功，謝謝！' },
  refundAsked: { en: 'We have your request and will look at it.', 'zh-Hant': '已收到退款申請，我們會盡快處理' },
  refundTakenBack: { en: 'The request is taken back.', 'zh-Hant': '已撤回退款申請' },
  invoiceIssued: { en: 'Your invoice is made out.', 'zh-Hant': '發票已開立' },
  withdrawalAsked: { en: 'Your withdrawal is on its way.', 'zh-Hant': '提領申請已送出' },
  withdrawalTakenBack: { en: 'The withdrawal is cancelled.', 'zh-Hant': '提領已取消' },
  payPasswordSet: { en: 'Your payment password is set.', 'zh-Hant': '交易密碼已設定' },
  couponTaken: { en: 'The coupon is yours.', 'zh-Hant': '優惠券已領取' },
  signedIn: { en: 'Your points for today are here.', 'zh-Hant': '今日點數已入帳' },
} as const satisfies Readonly<Record<string, Text>>;

/** Kind of success message. */
export type Success = keyof typeof SUCCESSES;

const FAILURES: Readonly<Record<FailureReason, Text>> = {
  [FailureReason.Invalid]: { en: 'Some fields need your attention.', 'zh-Hant': '有欄位需要修正。' },
  [FailureReason.NotFound]: { en: 'There is nothing here by that name.', 'zh-Hant': '找不到你要的內容。' },
  [FailureReason.TooMany]: {
    en: 'Too many attempts. Wait a moment and try again.',
    'zh-Hant': '嘗試次數過多，請稍候再試。',
  },
  [FailureReason.RtcUnavailable]: {
    en: 'The class server does not answer. Try again in a moment.',
    'zh-Hant': '課堂伺服器沒有回應，請稍後再試。',
  },
  [FailureReason.Internal]: { en: 'Something went wrong on our side.', 'zh-Hant': '系統發生問題，請稍後再試。' },
  [FailureReason.Unavailable]: {
    en: 'The service is not available right now. Try again in a moment.',
    'zh-Hant': '服務暫時無法使用，請稍後再試。',
  },
  [FailureReason.LoginRequired]: {
    en: 'Please register an account to enjoy more features',
    'zh-Hant': '請註冊帳號，享受更多功能',
  },
  [FailureReason.LoginElsewhere]: {
    en: 'This account has been logged in on another device, please log in again',
    'zh-Hant': '此帳號已在其他裝置登入，請重新登入',
  },
  [FailureReason.WrongRole]: { en: 'Your account may not do this.', 'zh-Hant': '你的帳號沒有此權限。' },
  [FailureReason.ProviderRequired]: {
    en: 'You may not manage courses and classes yet.',
    'zh-Hant': '你尚未取得開課權限。',
  },
  [FailureReason.HomeworkRequired]: { en: 'You may not answer homework yet.', 'zh-Hant': '你尚未取得解答作業的權限。' },
  [FailureReason.ClientTokenReused]: {
    en: 'This request was sent before with other content.',
    'zh-Hant': '此請求先前已以不同內容送出。',
  },
  [FailureReason.WrongCredentials]: { en: 'Account or password is wrong.', 'zh-Hant': '帳號或密碼錯誤。' },
  [FailureReason.WrongCode]: {
    en: 'The verification code is wrong or has expired.',
    'zh-Hant': '驗證碼錯誤或已過期。',
  },
  [FailureReason.CodeSpent]: {
    en: 'Too many wrong codes. Have a new one sent.',
    'zh-Hant': '驗證碼錯誤次數過多，請重新取得。',
  },
  [FailureReason.AccountTaken]: { en: 'This account is registered already.', 'zh-Hant': '此帳號已被註冊。' },
  [FailureReason.AccountBanned]: { en: 'This account is suspended.', 'zh-Hant': '此帳號已被停權。' },
  [FailureReason.AccountInUse]: {
    en: 'There is still money in your wallet, an open order, or a course that people learn. Settle that first.',
    'zh-Hant': '錢包裡還有金額、有未完成的訂單，或還有上架中的課程，請先處理完再關閉帳號。',
  },
  [FailureReason.WrongPassword]: { en: 'The current password is wrong.', 'zh-Hant': '目前的密碼錯誤。' },
  [FailureReason.NotMentor]: {
    en: 'You can switch once your mentor application is approved.',
    'zh-Hant': '導師申請通過後才能切換。',
  },
  [FailureReason.ChannelUnavailable]: {
    en: 'We cannot send this at the moment. Please try another way.',
    'zh-Hant': '目前無法傳送，請改用其他方式。',
  },
  [FailureReason.StorageFull]: {
    en: 'Your files take all the space there is for one account.',
    'zh-Hant': '你的檔案已用完帳號的儲存空間。',
  },
  [FailureReason.NotEnrolled]: { en: 'Get this course to go on.', 'zh-Hant': '取得這門課程後即可繼續學習。' },
  [FailureReason.ProgressShort]: {
    en: `Learn ${REVIEW_PERCENT}% of the course or ${REVIEW_UNITS} lessons first, then review it.`,
    'zh-Hant': `學習進度達 ${REVIEW_PERCENT}% 或完成 ${REVIEW_UNITS} 個單元後，就能評價。`,
  },
  [FailureReason.VersionStale]: {
    en: 'This course was changed in another window. Reload to go on from there.',
    'zh-Hant': '這門課程已在其他視窗更新，請重新載入後再編輯。',
  },
  [FailureReason.CourseIncomplete]: {
    en: 'Complete the open points of the checklist first.',
    'zh-Hant': '請先完成檢查清單上的項目。',
  },
  [FailureReason.CourseInUse]: {
    en: 'Learners have this course, so it can be paused but not deleted.',
    'zh-Hant': '已有學員擁有這門課程，可以暫停上架，但無法刪除。',
  },
  [FailureReason.ForeignLink]: { en: 'Only pages of this site can be shared.', 'zh-Hant': '只能分享本站的頁面。' },
  [FailureReason.StateChanged]: {
    en: 'This has changed meanwhile. Look at it again.',
    'zh-Hant': '內容已有變動，請重新整理後再試。',
  },
  [FailureReason.AlreadyReported]: {
    en: 'You reported this already. We are looking into it.',
    'zh-Hant': '你已檢舉過，我們正在處理中。',
  },
  [FailureReason.OwnCase]: {
    en: 'Nobody decides about themselves. A colleague has to do it.',
    'zh-Hant': '不能審核自己的案件，請由其他同事處理。',
  },
  [FailureReason.NotFree]: {
    en: 'This course is not free. Please place an order.',
    'zh-Hant': '這不是免費課程，請先下單購買。',
  },
  [FailureReason.OwnCourse]: { en: 'You teach this course yourself.', 'zh-Hant': '這是你自己開設的課程。' },
  [FailureReason.OrderExpired]: {
    en: 'This order was not paid within 30 minutes and is cancelled.',
    'zh-Hant': '訂單未在 30 分鐘內付款，已取消。',
  },
  [FailureReason.AlreadyOwned]: { en: 'You have this course already.', 'zh-Hant': '你已擁有這門課程。' },
  [FailureReason.NotForSale]: { en: 'This cannot be bought now.', 'zh-Hant': '目前無法購買。' },
  [FailureReason.SoldOut]: { en: 'All places are taken.', 'zh-Hant': '名額已滿。' },
  [FailureReason.HoldLimit]: {
    en: 'You have held a place here several times without paying. Try again in some hours.',
    'zh-Hant': '你已多次保留名額而未付款，請數小時後再試。',
  },
  [FailureReason.BalanceShort]: { en: 'Your wallet does not hold enough.', 'zh-Hant': '錢包餘額不足。' },
  [FailureReason.PaymentUnavailable]: {
    en: 'This way of paying is not available at the moment.',
    'zh-Hant': '目前無法使用此付款方式。',
  },
  [FailureReason.CouponUnusable]: {
    en: 'This coupon does not count for this order.',
    'zh-Hant': '此訂單不適用這張優惠券。',
  },
  [FailureReason.CouponGone]: { en: 'All of these coupons are given away.', 'zh-Hant': '優惠券已領完。' },
  [FailureReason.PayPasswordUnset]: {
    en: 'Set a payment password in your wallet first.',
    'zh-Hant': '請先在錢包設定交易密碼。',
  },
  [FailureReason.PayPasswordWrong]: { en: 'The payment password is wrong.', 'zh-Hant': '交易密碼錯誤。' },
  // The specification's text, to the letter.
  [FailureReason.WithdrawalTooSmall]: { en: 'amount not enough for $1000', 'zh-Hant': '金額不足 $1000' },
  [FailureReason.RefundOver]: {
    en: 'The time for asking the money back is over.',
    'zh-Hant': '已超過可申請退款的期限。',
  },
  [FailureReason.LiveIncomplete]: {
    en: 'Something is still missing before this can be submitted.',
    'zh-Hant': '還有必填內容未完成，無法送審。',
  },
  [FailureReason.RoomLimit]: {
    en: 'You have as many live rooms as possible. Remove one first.',
    'zh-Hant': '直播室數量已達上限，請先刪除一間。',
  },
  [FailureReason.RoomInUse]: {
    en: 'A class or activity uses this room, so it cannot be removed.',
    'zh-Hant': '有直播課或活動正在使用這間直播室，無法刪除。',
  },
  [FailureReason.SaleNotOpen]: { en: 'The sale of these tickets has not begun.', 'zh-Hant': '這種票券尚未開賣。' },
  [FailureReason.SaleOver]: { en: 'The sale of these tickets is over.', 'zh-Hant': '這種票券已停止販售。' },
  [FailureReason.TicketLimit]: {
    en: 'You cannot have that many of these tickets.',
    'zh-Hant': '已超過這種票券每人可購買的張數。',
  },
  [FailureReason.TicketUsed]: { en: 'This ticket has been used already.', 'zh-Hant': '這張票券已經使用過了。' },
  [FailureReason.TicketUnusable]: {
    en: 'This ticket was refunded, or is not valid today.',
    'zh-Hant': '這張票券已退款，或今天無法使用。',
  },
  [FailureReason.TicketRequired]: {
    en: 'You need a ticket for this session.',
    'zh-Hant': '您需要這一場的票券才能進入。',
  },
  [FailureReason.TooEarly]: {
    en: 'The room opens 15 minutes before the start.',
    'zh-Hant': '課堂於開始前 15 分鐘開放。',
  },
  [FailureReason.SessionOver]: {
    en: 'This session has ended or was cancelled.',
    'zh-Hant': '這一場已結束或已取消。',
  },
  [FailureReason.RemovedFromClass]: {
    en: 'The mentor removed you from this session.',
    'zh-Hant': '導師已將您移出這一場。',
  },
};

/** English when the header prefers English, otherwise traditional Chinese. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh-Hant';

export const successMessage = (success: Success, language: Language): string => SUCCESSES[success][language];

const MEGABYTE = 1024 * 1024;
const inBytes = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / MEGABYTE)} MB`;

const UNITS: Readonly<Record<FieldLimit['unit'], Text>> = {
  characters: { en: 'characters', 'zh-Hant': '個字元' },
  items: { en: 'items', 'zh-Hant': '個項目' },
};

function tooLongMessage(field: string, { maximum, unit }: FieldLimit): Text {
  const count = maximum.toLocaleString('en-US');
  return {
    en: `${field}: at most ${count} ${UNITS[unit].en}.`,
    'zh-Hant': `${field}：最多 ${count} ${UNITS[unit]['zh-Hant']}。`,
  };
}

const tooLargeMessage = (bytes: number): Text => ({
  en: `This is too much to send at once: at most ${inBytes(bytes)}. Shorten it, or split it up.`,
  'zh-Hant': `一次送出的內容過大，最多 ${inBytes(bytes)}，請縮短或分次送出。`,
});

/** Message for a failure; for a field or body that is too long it includes the limit. */
export function failureMessage(
  { reason, limits = {}, max_body_bytes: maxBytes }: FailureData,
  language: Language,
): string {
  if (maxBytes !== undefined) return tooLargeMessage(maxBytes)[language];
  const [tooLong] = Object.entries(limits);
  return tooLong === undefined ? FAILURES[reason][language] : tooLongMessage(...tooLong)[language];
}
