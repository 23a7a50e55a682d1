/** `MSync.command`. */
export const Command = { Sync: 0, Unread: 1, Notice: 2, Provision: 3, Logout: 4 } as const;

/** `Meta.ns`. */
export const NameSpace = {
  Statistic: 0,
  Chat: 1,
  Muc: 2,
  Roster: 3,
  Conference: 4,
  Notify: 5,
  Query: 6,
} as const;

/** `Meta.routetype`. */
export const RouteType = { All: 0, Online: 1, Direct: 2 } as const;

/** `KeyValue.type`. */
export const ValueType = {
  Bool: 1,
  Int: 2,
  Uint: 3,
  Llint: 4,
  Float: 5,
  Double: 6,
  String: 7,
  JsonString: 8,
} as const;

/** `Status.errorCode`, limited to those that either side uses. */
export const StatusCode = {
  Ok: 0,
  Fail: 1,
  Unauthorized: 2,
  MissingParameter: 3,
  WrongParameter: 4,
  TokenExpired: 6,
  PermissionDenied: 7,
  UnknownCommand: 9,
  PbParserError: 10,
  ImForbidden: 12,
  TooManyDevices: 13,
  UserMuted: 15,
  PermissionDeniedExternal: 19,
} as const;

/** `MessageBody.type`. */
export const BodyType = {
  Normal: 0,
  Chat: 1,
  Groupchat: 2,
  Chatroom: 3,
  ReadAck: 4,
  DeliverAck: 5,
  Recall: 6,
  ChannelAck: 7,
  Edit: 8,
} as const;

/** `Content.type`. */
export const ContentType = {
  Text: 0,
  Image: 1,
  Video: 2,
  Location: 3,
  Voice: 4,
  File: 5,
  Command: 6,
  Custom: 7,
  Combine: 8,
} as const;

/** `StatisticsBody.operation`. */
export const StatisticsOperation = {
  Information: 0,
  UserRemoved: 1,
  UserLoginAnotherDevice: 2,
  UserKickedByChangePassword: 3,
  UserKickedByOtherDevice: 4,
} as const;

/** `Provision.osType`. */
export const OsType = { Other: 16 } as const;

/** Domain of users' addresses. */
export const USER_DOMAIN = 'easemob.com';
/** Domain of groups' addresses. */
export const GROUP_DOMAIN = 'conference.easemob.com';
/** Path of the socket with binary frames. */
export const IM_SOCKET_PATH = '/websocket';
/** Prefix of the access token on the wire. */
export const TOKEN_PREFIX = '$t$';

/** Reasons that deployed clients distinguish (with `StatusCode.Fail` or `PermissionDenied`). */
export const StatusReason = {
  TooFast: 'traffic limit',
  TooLarge: 'Sorry, data is too large',
  UserNotFound: 'Sorry, user not found',
  TokenWrong: 'Sorry, token or password does not match login info',
  NotInGroup: 'not in group or chatroom',
  GroupNotFound: 'group not found',
  RecallTooLate: 'exceed recall time limit',
  TokenExpired: 'Sorry, token expired',
} as const;
