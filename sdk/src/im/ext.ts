import { readExt, type KeyValue } from '../im-protocol/index.js';
import type { ImExt } from './types.js';

const TEXTS = ['image', 'video', 'href', 'headimg', 'name'];

export const readMessageExt = (entries: readonly KeyValue[]): ImExt => readExtValues(readExt(entries));

/** What the specification gives a type has it, or is left out: whoever shows a name must not meet an object. */
export function readExtValues(values: Readonly<Record<string, unknown>>): ImExt {
  const read = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    if (TEXTS.includes(key)) {
      return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [];
    }
    if (key !== 'sign') return [[key, value]];
    // Deployed clients write it as text, too.
    const sign = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof sign === 'number' && Number.isFinite(sign) ? [[key, sign]] : [];
  });
  return Object.fromEntries(read);
}

/** Whether a link may be followed: nothing but http and https, so that no sender's script runs. */
export function isWebLink(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
