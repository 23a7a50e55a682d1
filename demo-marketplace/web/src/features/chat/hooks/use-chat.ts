import type { ImClient, ImSnapshot } from '@lectern/rtc/im';
import { useSelected } from '@lectern/react';
import { useSyncExternalStore } from 'react';
import { chatClient } from '../lib/chat-client.js';

/** The chat client of this page; undefined until the chat account is known. */
export const useChatClient = (): ImClient | undefined =>
  useSyncExternalStore(chatClient.subscribe, chatClient.getSnapshot);

const stateOf = ({ state, error }: ImSnapshot) => ({ state, error });

/** State of the connection, and what ended it; undefined without a client. */
export const useChatState = (client: ImClient | undefined) =>
  useSelected(client, stateOf, (one, other) => one?.state === other?.state && one?.error === other?.error);
