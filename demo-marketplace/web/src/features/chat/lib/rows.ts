import type { ImMessage } from '@lectern/rtc/im';

/** A time stamp is shown between messages that are further apart than this. */
const STAMP_AFTER_MS = 300_000;

/** A row of the message list: a time stamp, or a message. */
export type Row =
  | { readonly kind: 'stamp'; readonly key: string; readonly at: number }
  | { readonly kind: 'message'; readonly key: string; readonly message: ImMessage };

/** The rows of a conversation: a time stamp above the first message and after each pause of five minutes. */
export function rowsOf(messages: readonly ImMessage[]): readonly Row[] {
  let last = Number.NEGATIVE_INFINITY;
  return messages.flatMap((message): Row[] => {
    const { key, time } = message;
    const isApart = time - last > STAMP_AFTER_MS;
    last = time;
    const row: Row = { kind: 'message', key, message };
    return isApart ? [{ kind: 'stamp', key: `stamp ${key}`, at: time }, row] : [row];
  });
}

/** Where the list scrolls when its last message changes: to the end, or it stays and says that there is more below. */
export type Arrival = 'to-end' | 'announce' | 'stay';

/** Own messages lead to the end; those of others only for a reader who is at the end. */
export function arrivalOf(before: ImMessage | undefined, last: ImMessage | undefined, isAtEnd: boolean): Arrival {
  if (last === undefined || last.key === before?.key) return 'stay';
  if (before === undefined || last.isOwn || isAtEnd) return 'to-end';
  return 'announce';
}
