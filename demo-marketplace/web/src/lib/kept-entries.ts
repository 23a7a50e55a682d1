import { readKey } from './member-keys.js';

// Values that were entered into a form survive the end of a session: the page leads to the login, and the form of the
// same member has them again. They are in the memory of this page alone, so that nobody finds them after it is closed.

/** Values of a form by field. */
export type Entry = Readonly<Record<string, unknown>>;

const kept = new Map<string, Entry>();
/** Members who logged out themselves, whose words nobody is to find. */
const leavers = new Set<string>();

/** Names a form of the member who is logged in; undefined for visitors. */
export function entryKey(form: string): string | undefined {
  const member = readKey('token') === undefined ? undefined : readKey('hx_uid');
  if (member === undefined) return undefined;
  leavers.delete(member);
  return `${member} ${form}`;
}

/** Keeps what was typed if the session has ended; called while the form goes away. */
export function keepEntry(key: string, entry: Entry): void {
  const [member = ''] = key.split(' ');
  const isOver = readKey('token') === undefined && !leavers.has(member);
  if (isOver && Object.keys(entry).length > 0) kept.set(key, entry);
}

/** Returns what was kept for a form, once. */
export function takeEntry(key: string): Entry | undefined {
  const entry = kept.get(key);
  kept.delete(key);
  return entry;
}

/** Forgets everything of the member who is about to log out, and keeps nothing of the forms that are open. */
export function discardEntries(): void {
  const member = readKey('hx_uid');
  if (member === undefined) return;
  leavers.add(member);
  for (const key of kept.keys()) if (key.startsWith(`${member} `)) kept.delete(key);
}
