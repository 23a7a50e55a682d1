/** What is kept between visits under names that the specification gives (§3). */
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
  | 'sendCodeTime';

/** Gone once somebody logs out. */
const LOGIN_KEYS = ['token', 'hx_username', 'hx_password', 'hx_uid', 'headimg', 'name', 'usertype'] as const;

/** Undefined where nothing is kept, or storage is switched off. */
export function readKey(key: MemberKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it where it can. */
export function writeKey(key: MemberKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or switched off: it is kept for this page only.
  }
}

/** Forgets who is logged in, and nothing else. */
export function removeLoginKeys(): void {
  try {
    for (const key of LOGIN_KEYS) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
