import { LecternError, type ErrorReason } from '../core/errors.js';
import { StatusCode, StatusReason, type Status } from '../im-protocol/index.js';

/** Error numbers of instant messaging; existing values (wire-im 1.5). */
export const ImErrorCode = {
  /** A request over HTTP or the socket was not answered within its time. @remedy Try again. */
  RequestTimeout: -1,
  /** The failure has no code of its own; `cause` has it. @remedy Read the message and `cause`. */
  Unknown: -2,
  /** An argument is missing or malformed; nothing was sent. @remedy Correct what the message names. */
  BadParameter: -3,
  /** The application aborted the call. @remedy Nothing. */
  Aborted: -4,
  /** The login by name and password was refused. @remedy Ask the user for name and password again. */
  LoginFailed: 1,
  /**
   * The server refused the login for a reason without a code of its own.
   * @remedy Read the message; it is the one of the server.
   */
  LoginRefused: 2,
  /** The socket was lost and could not be restored. @remedy Call `open` again when the network is back. */
  Disconnected: 16,
  /** A call over HTTP failed. @remedy Check the address and the network; read `cause`. */
  RestFailed: 17,
  /**
   * The token is not known to the server, or of another user.
   * @remedy Obtain a new token and `renewToken`, or give `identity.token` as a function.
   */
  TokenInvalid: 28,
  /** The call needs a connection that is open. @remedy Await `open` first. */
  NotLoggedIn: 39,
  /** The connection broke while the call was pending. @remedy Try again once the state is `online`. */
  ConnectionError: 40,
  /**
   * A limit of the application is reached, e.g. of its users or groups.
   * @remedy Raise the limit on the server, or remove what is not needed.
   */
  LimitReached: 50,
  /**
   * The token has expired; the session has ended.
   * @remedy `renewToken`, then `open`; a token function renews in time by itself.
   */
  TokenExpired: 56,
  /** The user has been banned. @remedy Nothing on this side: the operator lifts the ban. */
  ServiceDisabled: 57,
  /** No user has this name. @remedy Check the name; register the user first. */
  UserNotFound: 204,
  /** A message has content that its type does not allow. @remedy Correct the content of the message. */
  MessageParameter: 205,
  /**
   * The account has been logged in on another device, which ended this session.
   * @remedy Tell the user; log in again only when asked to.
   */
  LoggedInElsewhere: 206,
  /** The user was deleted. @remedy Log out and forget the account. */
  UserRemoved: 207,
  /** The user is logged in on as many devices as the server allows. @remedy Log out on another device first. */
  TooManyDevices: 214,
  /** The password was changed, which ended this session. @remedy Ask the user to log in again. */
  PasswordChanged: 216,
  /** Another device of the user ended this session. @remedy Tell the user; log in again only when asked to. */
  KickedByOtherDevice: 217,
  /** The user may send no messages in this application. @remedy Nothing on this side: the operator lifts the mute. */
  MutedGlobally: 219,
  /** The user is bound to another device. @remedy Log in on that device, or let the operator unbind it. */
  DeviceChanged: 220,
  /** The receiver takes messages of friends only. @remedy Ask the receiver to add the sender as a friend. */
  NotAFriend: 221,
  /** The server filtered the message. @remedy Let the user change the text. */
  IllegalContent: 501,
  /** A rule of the application refused the message. @remedy Read the message; it is the one of the rule. */
  BlockedByLogic: 502,
  /** The server failed for an unknown reason. @remedy Send again. */
  ServerUnknown: 503,
  /**
   * The message is older than the time in which it can be recalled.
   * @remedy Nothing: offer recall for recent messages only.
   */
  RecallTimeLimit: 504,
  /** The server has no recall of messages. @remedy Enable it on the server. */
  RecallDisabled: 505,
  /** The group is muted and the sender not on its allow list. @remedy Let an admin of the group add the sender. */
  NotOnAllowList: 506,
  /** The sender is muted in this group. @remedy Let an admin of the group lift the mute. */
  Muted: 507,
  /** A moderator refused the message. @remedy Let the user change the text. */
  Moderated: 508,
  /** Too many messages or requests in a short time. @remedy Wait a second and send again. */
  TooFast: 509,
  /**
   * The socket broke while the message was being sent; the server may have it.
   * @remedy Send it again where the conversation does not show it.
   */
  SocketLost: 510,
  /** The message is longer than the server takes. @remedy Send less, or send a link to a file. */
  TooLarge: 511,
  /**
   * The server did not acknowledge the message in time.
   * @remedy Send it again where the conversation does not show it.
   */
  SendTimeout: 512,
  /** The user is a member of the group already. @remedy Nothing. */
  AlreadyInGroup: 601,
  /** The user is not a member of the group. @remedy Join the group first. */
  NotInGroup: 602,
  /**
   * The right is missing: only owner or admin may do it, or the receiver has blocked the sender.
   * @remedy Ask the owner or an admin of the group.
   */
  PermissionDenied: 603,
  /**
   * The server refused the message with a status that has no code of its own.
   * @remedy Read the message; it is the one of the server.
   */
  LoadError: 604,
  /** No such group exists. @remedy Check the id; the group may have been dissolved. */
  GroupNotFound: 605,
  /** The group has as many members as it may have. @remedy Let an admin remove a member or raise the size. */
  GroupFull: 606,
  /** The request names more members than a group may have. @remedy Add fewer members. */
  TooManyMembers: 607,
  /** The operator has disabled the group. @remedy Nothing on this side: the operator enables it. */
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
