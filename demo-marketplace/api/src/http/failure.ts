import { FailureReason, ResultCode, type FailureData, type FieldProblem } from '@lectern/marketplace-contract';

/** Result code of each reason. */
const CODES: Readonly<Record<FailureReason, ResultCode>> = {
  [FailureReason.Invalid]: ResultCode.Invalid,
  [FailureReason.NotFound]: ResultCode.NotFound,
  [FailureReason.TooMany]: ResultCode.TooMany,
  [FailureReason.RtcUnavailable]: ResultCode.Failed,
  [FailureReason.Internal]: ResultCode.Failed,
  [FailureReason.Unavailable]: ResultCode.Failed,
  [FailureReason.LoginRequired]: ResultCode.LoginRequired,
  [FailureReason.LoginElsewhere]: ResultCode.LoginElsewhere,
  [FailureReason.WrongRole]: ResultCode.Forbidden,
  [FailureReason.ProviderRequired]: ResultCode.Forbidden,
  [FailureReason.HomeworkRequired]: ResultCode.Forbidden,
  [FailureReason.ClientTokenReused]: ResultCode.Conflict,
  [FailureReason.WrongCredentials]: ResultCode.Failed,
  [FailureReason.WrongCode]: ResultCode.Failed,
  [FailureReason.CodeSpent]: ResultCode.Failed,
  [FailureReason.AccountTaken]: ResultCode.Conflict,
  [FailureReason.AccountBanned]: ResultCode.Forbidden,
  [FailureReason.WrongPassword]: ResultCode.Failed,
  [FailureReason.AccountInUse]: ResultCode.Conflict,
  [FailureReason.NotMentor]: ResultCode.Conflict,
  [FailureReason.ChannelUnavailable]: ResultCode.Failed,
  [FailureReason.StorageFull]: ResultCode.Failed,
  [FailureReason.VersionStale]: ResultCode.Conflict,
  [FailureReason.CourseIncomplete]: ResultCode.Failed,
  [FailureReason.CourseInUse]: ResultCode.Conflict,
  [FailureReason.ForeignLink]: ResultCode.Invalid,
  [FailureReason.NotEnrolled]: ResultCode.Forbidden,
  [FailureReason.ProgressShort]: ResultCode.Forbidden,
  [FailureReason.StateChanged]: ResultCode.Conflict,
  [FailureReason.AlreadyReported]: ResultCode.Conflict,
  [FailureReason.OwnCase]: ResultCode.Forbidden,
  [FailureReason.NotFree]: ResultCode.Failed,
  [FailureReason.OwnCourse]: ResultCode.Forbidden,
  [FailureReason.OrderExpired]: ResultCode.Conflict,
  [FailureReason.AlreadyOwned]: ResultCode.Conflict,
  [FailureReason.NotForSale]: ResultCode.Gone,
  [FailureReason.SoldOut]: ResultCode.Gone,
  [FailureReason.HoldLimit]: ResultCode.Conflict,
  [FailureReason.BalanceShort]: ResultCode.Failed,
  [FailureReason.PaymentUnavailable]: ResultCode.Failed,
  [FailureReason.CouponUnusable]: ResultCode.Conflict,
  [FailureReason.CouponGone]: ResultCode.Gone,
  [FailureReason.WithdrawalTooSmall]: ResultCode.Failed,
  [FailureReason.PayPasswordUnset]: ResultCode.Conflict,
  [FailureReason.PayPasswordWrong]: ResultCode.Failed,
  [FailureReason.RefundOver]: ResultCode.Conflict,
  [FailureReason.LiveIncomplete]: ResultCode.Failed,
  [FailureReason.RoomLimit]: ResultCode.Conflict,
  [FailureReason.RoomInUse]: ResultCode.Conflict,
  [FailureReason.SaleNotOpen]: ResultCode.Conflict,
  [FailureReason.SaleOver]: ResultCode.Gone,
  [FailureReason.TicketLimit]: ResultCode.Conflict,
  [FailureReason.TicketUsed]: ResultCode.Conflict,
  [FailureReason.TicketUnusable]: ResultCode.Gone,
  [FailureReason.TicketRequired]: ResultCode.Forbidden,
  [FailureReason.TooEarly]: ResultCode.Conflict,
  [FailureReason.SessionOver]: ResultCode.Gone,
  [FailureReason.RemovedFromClass]: ResultCode.Forbidden,
};

/** An error that is reported to the caller; all other errors are reported as {@link FailureReason.Internal}. */
export class ApiFailure extends Error {
  readonly code: ResultCode;
  readonly data: FailureData;

  constructor(reason: FailureReason, more: Omit<FailureData, 'reason'> = {}, options?: ErrorOptions) {
    super(`the action failed: ${reason}`, options);
    this.name = 'ApiFailure';
    this.code = CODES[reason];
    this.data = { reason, ...more };
  }
}

/** Creates the failure for one invalid field. */
export const badField = (field: string, problem: FieldProblem): ApiFailure =>
  new ApiFailure(FailureReason.Invalid, { errors: { [field]: problem } });

/** Creates the failure for a body above the limit of the action. */
export const bodyTooLarge = (maxBytes: number): ApiFailure =>
  new ApiFailure(FailureReason.Invalid, { max_body_bytes: maxBytes });

/** Creates the failure of a rate limit; `waitMs` is the time until the next attempt. */
export const tooMany = (waitMs: number): ApiFailure =>
  new ApiFailure(FailureReason.TooMany, { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) });

const UNAVAILABLE_RETRY_AFTER_S = 2;

/** Creates the failure for an unavailable database. */
export const unavailable = (cause: unknown): ApiFailure =>
  new ApiFailure(FailureReason.Unavailable, { retry_after: UNAVAILABLE_RETRY_AFTER_S }, { cause });
