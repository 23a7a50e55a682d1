import { readKey, writeKey } from './member-keys.js';

const BYTES = 24;
const FORM = /^[0-9a-f]{48}$/;

/** A secret of this browser to which the requested codes are bound, so that nobody else can use up their attempts. */
export function codeChallenge(): string {
  const known = readKey('codeChallenge');
  if (known !== undefined && FORM.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeKey('codeChallenge', made);
  return made;
}
