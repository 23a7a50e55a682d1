import { readExt, type KeyValue } from '../im-protocol/index.js';
import type { ImExt } from './types.js';

const TEXTS = ['image', 'video', 'href', 'headimg', 'name'];

export const readMessageExt = (entries: readonly KeyValue[]): ImExt => readExtValues(readExt(entries));

/** Keeps fields of the specification only if they have its type, so that no application renders an object as a name. */
export function readExtValues(values: Readonly<Record<string, unknown>>): ImExt {
  const read = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    if (TEXTS.includes(key)) {
      return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [];
    }
    if (key !== 'sign') return [[key, value]];
    // Deployed clients may write it as text.
    const sign = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof sign === 'number' && Number.isFinite(sign) ? [[key, sign]] : [];
  });
  return Object.fromEntries(read);
}

/** True if a link may be followed: only http and https, so that no script of a sender runs. */
export function isWebLink(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
