import type { ImMessage } from './types.js';

/** Ids are decimal texts that JavaScript's numbers cannot hold. */
export const isOlder = (id: string, other: string): boolean =>
  id.length === other.length ? id < other : id.length < other.length;

const byId = (a: ImMessage, b: ImMessage): number => (a.id === b.id ? 0 : isOlder(a.id, b.id) ? -1 : 1);

/**
 * Merges messages: each id once, the oldest first, and unacknowledged messages at the end in the order in which they
 * were sent. Known messages are kept: they may hold later state, such as having been read.
 */
export function withMessages(known: readonly ImMessage[], more: readonly ImMessage[]): readonly ImMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  const keys = new Set(known.map(({ key }) => key));
  const added: ImMessage[] = [];
  for (const message of more) {
    const { id, key } = message;
    if (keys.has(key) || (id !== '' && ids.has(id))) continue;
    keys.add(key);
    ids.add(id);
    added.push(message);
  }
  if (added.length === 0) return known;
  const all = [...known, ...added];
  const kept = all.filter(({ id }) => id !== '').sort(byId);
  return [...kept, ...all.filter(({ id }) => id === '')];
}

/** Replaces one message, and sorts it by its new id; returns the list unchanged if it is unknown. */
export function withChanged(known: readonly ImMessage[], key: string, next: ImMessage): readonly ImMessage[] {
  if (!known.some((message) => message.key === key)) return known;
  const rest = known.filter((message) => message.key !== key);
  // It may have been received on another path before its acknowledgement: then it keeps its first key.
  return withMessages(
    rest.filter(({ id }) => id === '' || id !== next.id),
    [next],
  );
}
