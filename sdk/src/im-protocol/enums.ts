// Generated from msync.proto by `npm run codec`; do not edit.

/** `MSync.Command`. */
export const Command = {
  Sync: 0,
  Unread: 1,
  Notice: 2,
  Provision: 3,
  Logout: 4,
} as const;

/** `Meta.NameSpace`. */
export const NameSpace = {
  Statistic: 0,
  Chat: 1,
  Muc: 2,
  Roster: 3,
  Conference: 4,
  Notify: 5,
  Query: 6,
} as const;

/** `Meta.RouteType`. */
export const RouteType = {
  All: 0,
  Online: 1,
  Direct: 2,
} as const;

/** `KeyValue.ValueType`. */
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

/** `Status.ErrorCode`. */
export const StatusCode = {
  Ok: 0,
  Fail: 1,
  Unauthorized: 2,
  MissingParameter: 3,
  WrongParameter: 4,
  Redirect: 5,
  TokenExpired: 6,
  PermissionDenied: 7,
  NoRoute: 8,
  UnknownCommand: 9,
  PbParserError: 10,
  BindAnotherDevice: 11,
  ImForbidden: 12,
  TooManyDevices: 13,
  PlatformLimit: 14,
  UserMuted: 15,
  EncryptDisable: 16,
  EncryptEnable: 17,
  DecryptFailure: 18,
  PermissionDeniedExternal: 19,
} as const;

/** `MessageBody.Type`. */
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

/** `MessageBody.Content.Type`. */
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

/** `StatisticsBody.Operation`. */
export const StatisticsOperation = {
  Information: 0,
  UserRemoved: 1,
  UserLoginAnotherDevice: 2,
  UserKickedByChangePassword: 3,
  UserKickedByOtherDevice: 4,
} as const;

/** `Provision.OsType`. */
export const OsType = {
  Ios: 0,
  Android: 1,
  Linux: 2,
  Osx: 3,
  Win: 4,
  Custom: 5,
  Other: 16,
} as const;
