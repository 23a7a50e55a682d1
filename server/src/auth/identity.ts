/** `org#app`. */
export const APP_KEY_PATTERN = /^[A-Za-z0-9.-]{1,64}#[A-Za-z0-9.-]{1,64}$/;
/** User names; the same on every path that takes one. */
export const USER_NAME_PATTERN = /^[A-Za-z0-9_.@-]{1,64}$/;

/**
 * Conference clients request a token of this user to probe whether a host is reachable; the name cannot be registered.
 */
export const PROBE_USER = 'e432598ea3a34ba8ba196df046efdf90';

/** The name of a user in conferences: `org#app_user`. */
export const memNameOf = (appKey: string, user: string): string => `${appKey}_${user}`;

/** Creator of the rooms of an application that no user owns; no user has this `memName`. */
export const operatorName = (appKey: string): string => memNameOf(appKey, '');

/** The user of a `memName`, or of a plain user name, of this application; undefined when it is of another one. */
export function userOf(appKey: string, uid: string): string | undefined {
  const prefix = `${appKey}_`;
  const user = uid.startsWith(prefix) ? uid.slice(prefix.length) : uid;
  return USER_NAME_PATTERN.test(user) ? user : undefined;
}
