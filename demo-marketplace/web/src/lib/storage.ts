/** Keys of local storage for convenience; those that the specification names are in `member-keys.ts`. */
export type StoredKey =
  | 'theme'
  | 'name'
  | 'camera'
  | 'microphone'
  | 'shortcuts'
  | 'login-method'
  | 'searches'
  /** Id of the login that the token belongs to, and the expiry of the token. */
  | 'session'
  /** Names this browser to the chat server. */
  | 'chat-resource'
  /** Public keys to verify certificates offline. */
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

/** Stores a value, if the browser allows it; without storage only convenience is lost. */
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
