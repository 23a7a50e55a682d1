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
