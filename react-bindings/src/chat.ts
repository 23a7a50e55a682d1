import type { ImChatType, ImClient, ImConversation, ImSnapshot, ImThread, ImThreadSnapshot } from '@lectern/rtc/im';
import { useEffect, useMemo } from 'react';
import { useSelected } from './selected.js';

const none: readonly ImConversation[] = [];
const conversationsOf = (snapshot: ImSnapshot): readonly ImConversation[] => snapshot.conversations;
const itself = <T>(value: T): T => value;

/**
 * The conversations of a client, the latest first; renders when one of them changes, not with the connection. Unchanged
 * ones are the same objects as before. Empty without a client.
 *
 * @example
 * const conversations = useConversations(client);
 */
export function useConversations(
  client: Pick<ImClient, 'getSnapshot' | 'subscribe'> | undefined,
): readonly ImConversation[] {
  return useSelected(client, conversationsOf) ?? none;
}

/** Messages of a conversation, and the actions on it. */
export interface Messages extends ImThreadSnapshot {
  /** Sends, retries and loads older messages; undefined without a client or a peer. */
  readonly thread: ImThread | undefined;
}

const nothing: ImThreadSnapshot = { messages: [], older: 'unknown', error: undefined };

/**
 * The conversation with one user, or in one group: history, received messages and messages being sent, each once, the
 * oldest first. The newest page of the history is loaded when a component first shows the conversation; call
 * `thread.loadOlder()` for the next one while `older` is `more`. An unchanged message is the same object as before, so
 * rows in `memo` render alone; its `key` is the one for the list.
 *
 * @example
 * const { messages, older, thread } = useMessages(client, 'ben');
 * // <button disabled={older !== 'more'} onClick={() => thread?.loadOlder()}>
 */
export function useMessages(
  client: Pick<ImClient, 'thread'> | undefined,
  peer: string | undefined,
  type: ImChatType = 'single',
): Messages {
  const thread = useMemo(() => (client && peer ? client.thread(peer, type) : undefined), [client, peer, type]);
  const snapshot = useSelected(thread, itself) ?? nothing;
  useEffect(() => {
    // The snapshot has the error.
    if (thread?.getSnapshot().older === 'unknown') thread.loadOlder().catch(() => undefined);
  }, [thread]);
  return useMemo(() => ({ ...snapshot, thread }), [snapshot, thread]);
}
