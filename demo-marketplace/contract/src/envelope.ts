import * as z from 'zod/mini';

/** `code` of every answer; HTTP itself says 200 unless the server broke. */
export const ResultCode = {
  Ok: 1,
  /** The action could not be done; `data.reason` says why. */
  Failed: 0,
  /** The session was ended by a newer one of the same member: the client clears what it stored. */
  LoginElsewhere: 206,
  /** No session, or one that has ended: the client clears what it stored. */
  LoginRequired: 401,
  /** The member may not do this. */
  Forbidden: 403,
  NotFound: 404,
  /** The thing is in another state by now. */
  Conflict: 409,
  /** `data.errors` names the fields. */
  Invalid: 422,
  /** Sold out, or taken by somebody else. */
  Gone: 423,
  /** `data.retry_after` says when, in seconds. */
  TooMany: 429,
} as const;
export type ResultCode = (typeof ResultCode)[keyof typeof ResultCode];

/** Why an action failed, for programs; `msg` says it to people, in their language. */
export const FailureReason = {
  Invalid: 'invalid',
  NotFound: 'not-found',
  TooMany: 'too-many',
  /** The conference server could not be reached or refused. */
  RtcUnavailable: 'rtc-unavailable',
  Internal: 'internal',
  /** The server has no database at the moment; `data.retry_after` says when to try again, in seconds. HTTP says 503. */
  Unavailable: 'unavailable',

  LoginRequired: 'login-required',
  LoginElsewhere: 'login-elsewhere',
  /** The action is for another type of user, or for the back office. */
  WrongRole: 'wrong-role',
  /** The mentor may not manage content (`is_provider`). */
  ProviderRequired: 'provider-required',
  /** The mentor may not answer homework (`is_homework`). */
  HomeworkRequired: 'homework-required',

  /** The same `client_token` came with other content. */
  ClientTokenReused: 'client-token-reused',

  /** Account or password is wrong; which one is not told. */
  WrongCredentials: 'wrong-credentials',
  /** The verification code is wrong, used, or too old. */
  WrongCode: 'wrong-code',
  /** Too many wrong codes: a new one must be sent. */
  CodeSpent: 'code-spent',
  AccountTaken: 'account-taken',
  AccountBanned: 'account-banned',
  /** The old password is wrong. */
  WrongPassword: 'wrong-password',
  /** Money, orders or courses are still there that would be nobody's. */
  AccountInUse: 'account-in-use',
  /** The mentor application is not approved. */
  NotMentor: 'not-mentor',
  /** Another tab has saved a newer version. */
  VersionStale: 'version-stale',
  /** Something is missing before it can be checked. */
  CourseIncomplete: 'course-incomplete',
  /** People have the course, or have pledged for it. */
  CourseInUse: 'course-in-use',
  /** The member keeps as much as one may. */
  StorageFull: 'storage-full',
  /** Nothing is configured to send e-mail, or text messages. */
  ChannelUnavailable: 'channel-unavailable',
  /** The course is not the member’s. */
  NotEnrolled: 'not-enrolled',
  /** An address of another site. */
  ForeignLink: 'foreign-link',
  /** Somebody decided or changed it meanwhile. */
  StateChanged: 'state-changed',
  /** The caller has complained about it already, and that waits. */
  AlreadyReported: 'already-reported',
  /** Nobody decides what they asked for themselves. */
  OwnCase: 'own-case',
  /** The course costs something: an order gets it. */
  NotFree: 'not-free',
  /** Nobody buys, takes or reviews what they teach. */
  OwnCourse: 'own-course',

  /** The order was not paid in time. */
  OrderExpired: 'order-expired',
  /** The course is the caller’s already. */
  AlreadyOwned: 'already-owned',
  /** Off sale, free, or the caller’s own work. */
  NotForSale: 'not-for-sale',
  /** Everybody who may have the course has it, or has ordered it. */
  SoldOut: 'sold-out',
  /** The member has held a place of the course several times without paying. */
  HoldLimit: 'hold-limit',
  /** The wallet does not hold enough. */
  BalanceShort: 'balance-short',
  /** That way of paying is not there, or does not answer. */
  PaymentUnavailable: 'payment-unavailable',
  /** The coupon does not count for this order. */
  CouponUnusable: 'coupon-unusable',
  /** All coupons of a kind are given away. */
  CouponGone: 'coupon-gone',
  /** Below the smallest withdrawal. */
  WithdrawalTooSmall: 'withdrawal-too-small',
  /** The member has to choose a payment password first. */
  PayPasswordUnset: 'pay-password-unset',
  /** The payment password is wrong, or missing. */
  PayPasswordWrong: 'pay-password-wrong',
  /** The time in which money can be asked back is over. */
  RefundOver: 'refund-over',
} as const;
export type FailureReason = (typeof FailureReason)[keyof typeof FailureReason];

/** Why one field was refused. */
export const FieldProblem = {
  Required: 'required',
  TooShort: 'too-short',
  TooLong: 'too-long',
  Malformed: 'malformed',
  /** A name with characters that cannot be seen, see `isSingleLine`. */
  HiddenCharacters: 'hidden-characters',
  /** A number below or above its bounds. */
  OutOfRange: 'out-of-range',
  /** Does not equal the field that it repeats. */
  Mismatch: 'mismatch',
  /** The terms were not ticked. */
  NotAccepted: 'not-accepted',
  /** A file of a type that is not taken here. */
  WrongType: 'wrong-type',
  /** A file that is too large. */
  TooLarge: 'too-large',
  /** Names something that is not there, or not the caller's. */
  Unknown: 'unknown',
  /** Somebody else has it. */
  Taken: 'taken',
} as const;
export type FieldProblem = (typeof FieldProblem)[keyof typeof FieldProblem];

/** Largest length of a field, in UTF-16 code units or in items of a list. */
const fieldLimit = z.object({ maximum: z.number(), unit: z.enum(['characters', 'items']) });
export type FieldLimit = z.infer<typeof fieldLimit>;

/** `data` of an answer whose code is not 1. */
export const failureData = z.object({
  reason: z.enum(Object.values(FailureReason)),
  errors: z.optional(z.record(z.string(), z.enum(Object.values(FieldProblem)))),
  /** Largest lengths of the fields that are {@link FieldProblem.TooLong}, where the contract names one. */
  limits: z.optional(z.record(z.string(), fieldLimit)),
  /** Present when the whole body was larger than the action takes: the bytes that it takes at most. */
  max_body_bytes: z.optional(z.number()),
  /** Seconds. */
  retry_after: z.optional(z.number()),
});
export type FailureData = z.infer<typeof failureData>;

/** What every action answers with; `data` is read by the action's schema once `code` is 1. */
export const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof envelope>;
