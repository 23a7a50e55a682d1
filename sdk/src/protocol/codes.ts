/** Client-side failure: enter timeout, enter fail, session closed, session id mismatch, send failure (spec §8). */
export const CLIENT_FAILURE_CODE = -9527;
/** The last reconnection attempt failed (spec §8). */
export const RECONNECT_FAILED_CODE = -95270;
/** A request was not answered in time (spec §8). */
export const REQUEST_TIMEOUT_CODE = -408;
/** The server is temporarily unable, e.g. while its media worker restarts. */
export const SYSTEM_ERROR_CODE = -700;

/** Result codes of the client side (spec §8). The SDK uses single constants, which bundlers inline. */
export const ResultCode = {
  Ok: 0,
  ClientFailure: CLIENT_FAILURE_CODE,
  ReconnectFailed: RECONNECT_FAILED_CODE,
  RequestTimeout: REQUEST_TIMEOUT_CODE,
  RemoteControlRejected: -402,
  RemoteControlBusy: -403,
  RemoteControlNotAllowed: -405,
  /** Member not found, or it does not accept the operation. */
  NotAccepted: -507,
  OtherDevice: -554,
  TalkersFull: -523,
} as const;

/** Result and `error` codes of server answers (spec §8; the provider's published list). */
export const ServerCode = {
  TokenInvalid: -100,
  NoRights: -101,
  BadParameters: -200,
  ConferenceNotFound: -301,
  ConferenceDisbanded: -302,
  TicketInvalid: -500,
  BadOperation: -501,
  TicketExpired: -502,
  MemberInvalid: -504,
  ConferenceInvalid: -506,
  OperationUnsupported: -507,
  PasswordWrong: -508,
  ClientUnsupported: -510,
  CodecUnsupported: -520,
  TooManyMembers: -522,
  TooManyTalkers: -523,
  TooManyVideoPublishers: -524,
  SdpRequired: -550,
  RtcRequired: -552,
  PublishFailed: -554,
  SystemError: SYSTEM_ERROR_CODE,
} as const;
export type ServerCode = (typeof ServerCode)[keyof typeof ServerCode];

/** `errorType` values of client errors (spec §8). */
export const ErrorType = {
  ServerRefuse: 'server_refuse',
  HttpError: 'http_error',
  JoinFail: 'join_fail',
  OpenUserMediaFail: 'open_user_media_fail',
  PushFail: 'push_fail',
  VideoOffFail: 'voff_fail',
  AudioOffFail: 'aoff_fail',
  SubscribeFail: 'sub_fail',
  ConstraintsFail: 'ChanageVideoConstraints_fail',
  SwitchCameraFail: 'switch_camera_fail',
  FocusExposureFail: 'focusexpo_remote_fail',
  CaptureFail: 'capture_remote_fail',
  TorchFail: 'torch_remote_fail',
  FreezeFail: 'freeze_remote_fail',
} as const;
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType];

/** Codes of the error types (spec §8). */
export const JOIN_FAIL_CODE = -200;
export const OPEN_USER_MEDIA_FAIL_CODE = -201;
export const STREAM_FAIL_CODE = -203;
