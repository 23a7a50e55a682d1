import { LecternError, type ErrorReason } from '../core/errors.js';
import { StatusCode, StatusReason, type Status } from '../im-protocol/index.js';

/** Numbers of instant messaging errors: the existing ones (wire-im 1.5). */
export const ImErrorCode = {
  BadParameter: -3,
  LoginRefused: 2,
  /** The socket is gone, and could not be brought back. */
  Disconnected: 16,
  TokenInvalid: 28,
  NotLoggedIn: 39,
  TokenExpired: 56,
  ServiceDisabled: 57,
  UserNotFound: 204,
  LoggedInElsewhere: 206,
  UserRemoved: 207,
  TooManyDevices: 214,
  PasswordChanged: 216,
  KickedByOtherDevice: 217,
  MutedGlobally: 219,
  NotAFriend: 221,
  IllegalContent: 501,
  BlockedByLogic: 502,
  ServerUnknown: 503,
  Muted: 507,
  TooFast: 509,
  SocketLost: 510,
  TooLarge: 511,
  SendTimeout: 512,
  NotInGroup: 602,
  PermissionDenied: 603,
  LoadError: 604,
  GroupNotFound: 605,
} as const;

export const imError = (message: string, reason: ErrorReason, code?: number, cause?: unknown): LecternError =>
  new LecternError(message, { reason, code, cause });

const REASONS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  [StatusCode.PermissionDenied]: {
    'sensitive words': ImErrorCode.IllegalContent,
    'blocked by mod_antispam': ImErrorCode.IllegalContent,
    'user is mute': ImErrorCode.MutedGlobally,
    [StatusReason.TooFast]: ImErrorCode.TooFast,
    [StatusReason.TooLarge]: ImErrorCode.TooLarge,
  },
  [StatusCode.Fail]: {
    blocked: ImErrorCode.PermissionDenied,
    nonroster: ImErrorCode.NotAFriend,
    [StatusReason.UserNotFound]: ImErrorCode.UserNotFound,
    [StatusReason.NotInGroup]: ImErrorCode.NotInGroup,
    [StatusReason.GroupNotFound]: ImErrorCode.GroupNotFound,
  },
};

const SEND_CODES: Readonly<Record<number, number>> = {
  [StatusCode.Fail]: ImErrorCode.ServerUnknown,
  [StatusCode.WrongParameter]: ImErrorCode.BadParameter,
  [StatusCode.UserMuted]: ImErrorCode.Muted,
  [StatusCode.PermissionDenied]: ImErrorCode.PermissionDenied,
  [StatusCode.PermissionDeniedExternal]: ImErrorCode.BlockedByLogic,
};

/** Why the server did not take a message (wire-im 4.1). */
export function sendError({ errorCode = 0, reason = '' }: Status): LecternError {
  const code = REASONS[errorCode]?.[reason] ?? SEND_CODES[errorCode] ?? ImErrorCode.LoadError;
  return imError(reason || `the server refused the message with status ${errorCode}`, 'refused', code);
}

const LOGIN_REASONS: Readonly<Record<string, number>> = {
  'Sorry, token expired': ImErrorCode.TokenExpired,
  [StatusReason.TokenWrong]: ImErrorCode.TokenInvalid,
  [StatusReason.UserNotFound]: ImErrorCode.UserNotFound,
};

const LOGIN_CODES: Readonly<Record<number, number>> = {
  [StatusCode.TokenExpired]: ImErrorCode.TokenExpired,
  [StatusCode.WrongParameter]: ImErrorCode.BadParameter,
  [StatusCode.ImForbidden]: ImErrorCode.ServiceDisabled,
  [StatusCode.TooManyDevices]: ImErrorCode.TooManyDevices,
};

/** Why the server did not take the login (wire-im 3.2). */
export function loginError({ errorCode = 0, reason = '' }: Status): LecternError {
  const code = LOGIN_REASONS[reason] ?? LOGIN_CODES[errorCode] ?? ImErrorCode.LoginRefused;
  return imError(reason || `the server refused the login with status ${errorCode}`, 'refused', code);
}
