/** What this browser remembers for convenience; what the specification names is in `member-keys.ts`. */
export type StoredKey =
  | 'theme'
  | 'name'
  | 'camera'
  | 'microphone'
  | 'shortcuts'
  | 'login-method'
  | 'searches'
  /** Which login the token belongs to, and when it ends. */
  | 'session'
  /** What certificates are verified with where nobody can be asked. */
  | 'certificate-keys';

const PREFIX = 'lectern.';

/** Undefined where nothing was stored, or storage is switched off. */
export function readStored(key: StoredKey): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers where it can: a browser that keeps nothing loses only convenience. */
export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Storage is full or switched off.
  }
}

/** Remembers it no more. */
export function forgetStored(key: StoredKey): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}
