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

/** Gone once somebody logs out. */
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

/** Keeps it where it can: storage that is full or switched off keeps it for this page only. */
export function writeKey(key: MemberKey, value: string): void {
  unstored.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
}

/** Removes keys from storage, and from what this page keeps in their place. */
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
