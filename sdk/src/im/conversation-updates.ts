import { isOlder } from './merge.js';
import { recalled } from './message-log.js';
import type { ImChatType, ImConversation, ImMessage } from './types.js';

/** Name of the user or group that a message's conversation is with. */
export const peerOf = ({ type, isOwn, from, to }: ImMessage): string => (type === 'group' || isOwn ? to : from);

const isWith =
  (type: ImChatType, peer: string) =>
  (talk: ImConversation): boolean =>
    talk.type === type && talk.peer === peer;

type Conversations = readonly ImConversation[];

/** Adds a message; the conversation moves to the front. */
export function withMessage(all: Conversations, message: ImMessage): Conversations {
  if (message.contentsType === 'COMMAND') return all;
  const { type } = message;
  const peer = peerOf(message);
  const before = all.find(isWith(type, peer));
  const unread = (before?.unread ?? 0) + (message.isOwn ? 0 : 1);
  return [{ type, peer, lastMessage: message, unread }, ...all.filter((each) => each !== before)];
}

export const withRead = (all: Conversations, type: ImChatType, peer: string): Conversations =>
  all.some((talk) => isWith(type, peer)(talk) && talk.unread > 0)
    ? all.map((talk) => (isWith(type, peer)(talk) ? { ...talk, unread: 0 } : talk))
    : all;

/** Applies a recall by the message's sender. */
export function withRecalled(all: Conversations, id: string, by: string): Conversations {
  const isLast = ({ lastMessage }: ImConversation): boolean => lastMessage?.id === id && lastMessage.from === by;
  return all.some(isLast)
    ? all.map((talk) =>
        isLast(talk) && talk.lastMessage ? { ...talk, lastMessage: recalled(talk.lastMessage) } : talk,
      )
    : all;
}

const lastIdOf = ({ lastMessage }: ImConversation): string => lastMessage?.id ?? '';

/** Merges the server's list; newer local state is kept. */
export function withListed(all: Conversations, listed: Conversations): Conversations {
  const merged = listed.map((talk) => {
    const known = all.find(isWith(talk.type, talk.peer));
    return known && isOlder(lastIdOf(talk), lastIdOf(known)) ? known : talk;
  });
  const others = all.filter((talk) => !listed.some(isWith(talk.type, talk.peer)));
  return [...merged, ...others].sort((a, b) => (isOlder(lastIdOf(a), lastIdOf(b)) ? 1 : -1));
}

export const unreadOf = (all: Conversations): number => all.reduce((sum, { unread }) => sum + unread, 0);
