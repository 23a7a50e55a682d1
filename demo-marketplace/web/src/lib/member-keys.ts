/** Keys of local storage whose names the specification gives (§3). */
export type MemberKey =
  | 'token'
  | 'hx_username'
  | 'hx_password'
  | 'hx_uid'
  | 'headimg'
  | 'name'
  | 'usertype'
  /** `en` or `zh`. */
  | 'locale'
  /** When the next verification code may be sent, in ms since 1970. */
  | 'sendCodeTime'
  /** The challenge that binds verification codes to this browser. */
  | 'codeChallenge';

/** Keys that are removed at logout. */
const LOGIN_KEYS = ['token', 'hx_username', 'hx_password', 'hx_uid', 'headimg', 'name', 'usertype'] as const;

/** Values that local storage refused, kept for the lifetime of the page. */
const unstored = new Map<MemberKey, string>();

/** Undefined where nothing is kept. */
export function readKey(key: MemberKey): string | undefined {
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value. If local storage is full or disabled, this page alone keeps it. */
export function writeKey(key: MemberKey, value: string): void {
  // A server renders for many members, and keeps nothing of any.
  if (typeof window === 'undefined') return;
  unstored.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
}

/** Removes keys from local storage and from the values that this page keeps. */
export function removeKeys(...keys: readonly MemberKey[]): void {
  for (const key of keys) unstored.delete(key);
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Removes the keys of the login, and nothing else. */
export const removeLoginKeys = (): void => removeKeys(...LOGIN_KEYS);
