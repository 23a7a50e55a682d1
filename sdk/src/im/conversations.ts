import type { ImConversation, ImMessage } from './types.js';

/** Of a message, whom the talk is with. */
const peerOf = ({ isOwn, from, to }: ImMessage): string => (isOwn ? to : from);

/** With one more message; the conversation moves to the front. */
export function withMessage(all: readonly ImConversation[], message: ImMessage): readonly ImConversation[] {
  if (message.contentsType === 'COMMAND') return all;
  const peer = peerOf(message);
  const before = all.find((each) => each.peer === peer);
  const unread = (before?.unread ?? 0) + (message.isOwn ? 0 : 1);
  return [{ peer, lastMessage: message, unread }, ...all.filter((each) => each !== before)];
}

export const withRead = (all: readonly ImConversation[], peer: string): readonly ImConversation[] =>
  all.some((each) => each.peer === peer && each.unread > 0)
    ? all.map((each) => (each.peer === peer ? { ...each, unread: 0 } : each))
    : all;

export const unreadOf = (all: readonly ImConversation[]): number => all.reduce((sum, { unread }) => sum + unread, 0);
