import { readStored, writeStored } from '../../../lib/storage.js';

const MOST = 8;

/** The earlier searches in this browser, the latest first. */
export function readHistory(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readStored('searches') ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function remember(query: string): void {
  if (query === '') return;
  writeStored('searches', JSON.stringify([query, ...readHistory().filter((one) => one !== query)].slice(0, MOST)));
}

export const forgetHistory = (): void => writeStored('searches', '[]');
