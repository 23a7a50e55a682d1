/** What is remembered between visits, each under its own key. */
export type StoredKey = 'locale' | 'theme' | 'name' | 'camera' | 'microphone' | 'shortcuts';

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
