import * as z from 'zod/mini';

/** `code` of every response; the HTTP status is 200 unless the server failed. */
export const ResultCode = {
  Ok: 1,
  /** The action could not be done; `data.reason` says why. */
  Failed: 0,
  /** A newer session of the same member ended this one: the client clears its stored session. */
  LoginElsewhere: 206,
  /** The session is missing or has ended: the client clears its stored session. */
  LoginRequired: 401,
  /** The member is not permitted to do this. */
  Forbidden: 403,
  NotFound: 404,
  /** The resource has changed its state meanwhile. */
  Conflict: 409,
  /** `data.errors` names the invalid fields. */
  Invalid: 422,
  /** Sold out, or taken by another member. */
  Gone: 423,
  /** `data.retry_after` is the time until the next attempt, in seconds. */
  TooMany: 429,
} as const;
export type ResultCode = (typeof ResultCode)[keyof typeof ResultCode];

/** Machine-readable reason of a failure; `msg` is the text for people, in their language. */
export const FailureReason = {
  Invalid: 'invalid',
  NotFound: 'not-found',
  TooMany: 'too-many',
  /** The conference server could not be reached or refused. */
  RtcUnavailable: 'rtc-unavailable',
  Internal: 'internal',
  /**
   * The database is unavailable; `data.retry_after` is the time until the next attempt, in seconds. The HTTP status is
   * 503.
   */
  Unavailable: 'unavailable',

  LoginRequired: 'login-required',
  LoginElsewhere: 'login-elsewhere',
  /** The action is for another type of user, or for the back office. */
  WrongRole: 'wrong-role',
  /** The mentor may not manage content (`is_provider`). */
  ProviderRequired: 'provider-required',
  /** The mentor may not answer homework (`is_homework`). */
  HomeworkRequired: 'homework-required',

  /** The same `client_token` was sent with a different request. */
  ClientTokenReused: 'client-token-reused',

  /** Account or password is wrong; the response does not reveal which one. */
  WrongCredentials: 'wrong-credentials',
  /** The verification code is wrong, used or expired. */
  WrongCode: 'wrong-code',
  /** Too many wrong attempts: the member must request a new code. */
  CodeSpent: 'code-spent',
  AccountTaken: 'account-taken',
  AccountBanned: 'account-banned',
  /** The old password is wrong. */
  WrongPassword: 'wrong-password',
  /** The account still owns money, orders or courses. */
  AccountInUse: 'account-in-use',
  /** The mentor application is not approved. */
  NotMentor: 'not-mentor',
  /** Another tab has saved a newer version. */
  VersionStale: 'version-stale',
  /** Required fields are missing for the submission. */
  CourseIncomplete: 'course-incomplete',
  /** Learners have the course, or backers have pledged for it. */
  CourseInUse: 'course-in-use',
  /** The storage quota of the member is exceeded. */
  StorageFull: 'storage-full',
  /** No e-mail or text message service is configured. */
  ChannelUnavailable: 'channel-unavailable',
  /** The member does not have the course. */
  NotEnrolled: 'not-enrolled',
  /** The member has not learned enough of the course yet. */
  ProgressShort: 'progress-short',
  /** The address belongs to another site. */
  ForeignLink: 'foreign-link',
  /** Another request has decided or changed it meanwhile. */
  StateChanged: 'state-changed',
  /** A report of the caller about the same target is still open. */
  AlreadyReported: 'already-reported',
  /** Staff cannot decide a request of their own. */
  OwnCase: 'own-case',
  /** The course is not free: it must be ordered. */
  NotFree: 'not-free',
  /** Mentors cannot buy, join or review their own courses. */
  OwnCourse: 'own-course',

  /** The order was not paid in time. */
  OrderExpired: 'order-expired',
  /** The caller already has the course. */
  AlreadyOwned: 'already-owned',
  /** The course is not on sale, is free, or belongs to the caller. */
  NotForSale: 'not-for-sale',
  /** All seats of the course are bought or held by orders. */
  SoldOut: 'sold-out',
  /** The member has held a seat of the course several times without paying. */
  HoldLimit: 'hold-limit',
  /** The wallet balance is insufficient. */
  BalanceShort: 'balance-short',
  /** The payment channel is not configured, or does not respond. */
  PaymentUnavailable: 'payment-unavailable',
  /** The coupon does not apply to this order. */
  CouponUnusable: 'coupon-unusable',
  /** All coupons of this kind are claimed. */
  CouponGone: 'coupon-gone',
  /** The amount is below the smallest withdrawal. */
  WithdrawalTooSmall: 'withdrawal-too-small',
  /** The member must set a payment password first. */
  PayPasswordUnset: 'pay-password-unset',
  /** The payment password is wrong, or missing. */
  PayPasswordWrong: 'pay-password-wrong',
  /** The period for refund requests has ended. */
  RefundOver: 'refund-over',

  /** The class or activity does not meet all rules yet. */
  LiveIncomplete: 'live-incomplete',
  /** The mentor has as many live rooms as allowed. */
  RoomLimit: 'room-limit',
  /** A class or activity uses the room. */
  RoomInUse: 'room-in-use',
  /** The sale of these tickets has not begun. */
  SaleNotOpen: 'sale-not-open',
  /** The sale of these tickets has ended, or is paused. */
  SaleOver: 'sale-over',
  /** The member would have more tickets of the type than allowed. */
  TicketLimit: 'ticket-limit',
  /** The ticket has admitted its holder already. */
  TicketUsed: 'ticket-used',
  /** The ticket was refunded, or is not valid today. */
  TicketUnusable: 'ticket-unusable',
  /** The member has no ticket for the session. */
  TicketRequired: 'ticket-required',
  /** The room of the session has not opened yet. */
  TooEarly: 'too-early',
  /** The session has ended, or was cancelled. */
  SessionOver: 'session-over',
  /** The mentor removed the member from the session. */
  RemovedFromClass: 'removed-from-class',
} as const;
export type FailureReason = (typeof FailureReason)[keyof typeof FailureReason];

/** Reason for which a field was refused. */
export const FieldProblem = {
  Required: 'required',
  TooShort: 'too-short',
  TooLong: 'too-long',
  Malformed: 'malformed',
  /** A name contains invisible characters, see `isSingleLine`. */
  HiddenCharacters: 'hidden-characters',
  /** The number is below or above its bounds. */
  OutOfRange: 'out-of-range',
  /** The value differs from the field that it must repeat. */
  Mismatch: 'mismatch',
  /** The terms were not accepted. */
  NotAccepted: 'not-accepted',
  /** The type of the file is not allowed here. */
  WrongType: 'wrong-type',
  /** The file is too large. */
  TooLarge: 'too-large',
  /** The value refers to a resource that does not exist or is not the caller's. */
  Unknown: 'unknown',
  /** The secret is one that is guessed first, such as 123456. */
  Guessable: 'guessable',
  /** The value is already in use by another member. */
  Taken: 'taken',
  /** The amount has cents, though amounts are in whole dollars. */
  WholeDollars: 'whole-dollars',
} as const;
export type FieldProblem = (typeof FieldProblem)[keyof typeof FieldProblem];

/** Largest length of a field, in UTF-16 code units or in items of a list. */
const fieldLimit = z.object({ maximum: z.number(), unit: z.enum(['characters', 'items']) });
export type FieldLimit = z.infer<typeof fieldLimit>;

/** `data` of every response whose code is not 1. */
export const failureData = z.object({
  reason: z.enum(Object.values(FailureReason)),
  errors: z.optional(z.record(z.string(), z.enum(Object.values(FieldProblem)))),
  /** Largest lengths of the fields that are {@link FieldProblem.TooLong}, where the contract names one. */
  limits: z.optional(z.record(z.string(), fieldLimit)),
  /** Present when the whole body was larger than the action accepts: its limit, in bytes. */
  max_body_bytes: z.optional(z.number()),
  /** Time until the next attempt, in seconds. */
  retry_after: z.optional(z.number()),
});
export type FailureData = z.infer<typeof failureData>;

/** Response of every action; the action's schema parses `data` when `code` is 1. */
export const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof envelope>;
