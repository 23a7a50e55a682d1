import { LecternError, type ErrorReason } from '../core/errors.js';
import { StatusCode, StatusReason, type Status } from '../im-protocol/index.js';

/** Error numbers of instant messaging; existing values (wire-im 1.5). */
export const ImErrorCode = {
  RequestTimeout: -1,
  Unknown: -2,
  BadParameter: -3,
  Aborted: -4,
  /** The login by name and password was refused. */
  LoginFailed: 1,
  LoginRefused: 2,
  /** The socket was lost and could not be restored. */
  Disconnected: 16,
  /** A call over HTTP failed. */
  RestFailed: 17,
  TokenInvalid: 28,
  NotLoggedIn: 39,
  ConnectionError: 40,
  LimitReached: 50,
  TokenExpired: 56,
  /** The user has been banned. */
  ServiceDisabled: 57,
  UserNotFound: 204,
  MessageParameter: 205,
  LoggedInElsewhere: 206,
  UserRemoved: 207,
  TooManyDevices: 214,
  PasswordChanged: 216,
  KickedByOtherDevice: 217,
  MutedGlobally: 219,
  DeviceChanged: 220,
  NotAFriend: 221,
  IllegalContent: 501,
  BlockedByLogic: 502,
  ServerUnknown: 503,
  RecallTimeLimit: 504,
  RecallDisabled: 505,
  NotOnAllowList: 506,
  Muted: 507,
  Moderated: 508,
  TooFast: 509,
  SocketLost: 510,
  TooLarge: 511,
  SendTimeout: 512,
  AlreadyInGroup: 601,
  NotInGroup: 602,
  PermissionDenied: 603,
  LoadError: 604,
  GroupNotFound: 605,
  GroupFull: 606,
  TooManyMembers: 607,
  GroupDisabled: 608,
} as const;
export type ImErrorCode = (typeof ImErrorCode)[keyof typeof ImErrorCode];

/** Messages of the specification (marketplace §5, §8). */
export const ImErrorMessage = {
  EnterContent: 'please enter content',
  EnterLink: 'please enter link',
  EnterAccount: 'enter account password',
  NoUser: 'user does not exist',
  WrongPassword: 'invalid password',
  Banned: 'user has been banned',
  LoggedInElsewhere: 'This account has been logged in on another device, please log in again',
} as const;

export const imError = (message: string, reason: ErrorReason, code?: ImErrorCode, cause?: unknown): LecternError =>
  new LecternError(message, { reason, code, cause });

export const badParameter = (message: string): LecternError =>
  imError(message, 'invalid-argument', ImErrorCode.BadParameter);

type Codes = Readonly<Record<number | string, ImErrorCode>>;

const REASONS: Readonly<Record<number, Codes>> = {
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
    'not in group or chatroom white list': ImErrorCode.NotOnAllowList,
    'exceed recall time limit': ImErrorCode.RecallTimeLimit,
    'message recall disabled': ImErrorCode.RecallDisabled,
    'group is disabled': ImErrorCode.GroupDisabled,
  },
};

const SEND_CODES: Codes = {
  [StatusCode.Fail]: ImErrorCode.ServerUnknown,
  [StatusCode.WrongParameter]: ImErrorCode.BadParameter,
  [StatusCode.UserMuted]: ImErrorCode.Muted,
  [StatusCode.PermissionDenied]: ImErrorCode.PermissionDenied,
  [StatusCode.PermissionDeniedExternal]: ImErrorCode.BlockedByLogic,
};

/** Looks up an own property, never an inherited one: names come from servers. */
const find = <T>(table: Readonly<Record<number | string, T>> | undefined, name: number | string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

/** Error for a message that the server refused (wire-im 4.1). */
export function sendError({ errorCode = 0, reason = '' }: Status): LecternError {
  const isModerated = errorCode === StatusCode.Fail && reason.includes('moderation');
  const code =
    find(REASONS[errorCode], reason) ??
    (isModerated ? ImErrorCode.Moderated : find(SEND_CODES, errorCode)) ??
    ImErrorCode.LoadError;
  const words = code === ImErrorCode.UserNotFound ? ImErrorMessage.NoUser : reason;
  return imError(words || `the server refused the message with status ${errorCode}`, 'refused', code);
}

const LOGIN_REASONS: Codes = {
  'Sorry, token expired': ImErrorCode.TokenExpired,
  [StatusReason.TokenWrong]: ImErrorCode.TokenInvalid,
  [StatusReason.UserNotFound]: ImErrorCode.UserNotFound,
  'Sorry, user register limit': ImErrorCode.LimitReached,
  'Sorry, user register rate limit': ImErrorCode.LimitReached,
};

const LOGIN_CODES: Codes = {
  [StatusCode.TokenExpired]: ImErrorCode.TokenExpired,
  [StatusCode.WrongParameter]: ImErrorCode.BadParameter,
  [StatusCode.ImForbidden]: ImErrorCode.ServiceDisabled,
  [StatusCode.TooManyDevices]: ImErrorCode.TooManyDevices,
  // Deployed servers send it, although their schema lacks a name for it.
  20: ImErrorCode.DeviceChanged,
};

const LOGIN_WORDS: Readonly<Record<number, string>> = {
  [ImErrorCode.UserNotFound]: ImErrorMessage.NoUser,
  [ImErrorCode.ServiceDisabled]: ImErrorMessage.Banned,
};

/** Error for a login that the server refused (wire-im 3.2). */
export function loginError({ errorCode = 0, reason = '' }: Status): LecternError {
  const code = find(LOGIN_REASONS, reason) ?? find(LOGIN_CODES, errorCode) ?? ImErrorCode.LoginRefused;
  const words = LOGIN_WORDS[code] ?? reason;
  return imError(words || `the server refused the login with status ${errorCode}`, 'refused', code);
}
