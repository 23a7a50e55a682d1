import type { Conference, MemberSnapshot } from '@lectern/rtc';
import { onMessage, sendMessage } from '@lectern/rtc/messages';
import { useCallback, useEffect } from 'react';
import { useConference } from './conference.js';
import { useSelected } from './selected.js';
import { createStore, perObject, type SharedStore } from './shared-store.js';

/** A message in the chat of a room. */
export interface RoomMessage {
  readonly id: string;
  readonly text: string;
  readonly memberId: string;
  /** Name of the sender at that moment. */
  readonly name: string;
  readonly isLocal: boolean;
  /** Time of arrival or of sending here, in ms since 1970. */
  readonly at: number;
  /** Own messages: members that did not receive it, e.g. because their connection is down. */
  readonly missedBy: readonly string[];
  /** True until every member's server answer has arrived; false for received ones. */
  readonly isPending: boolean;
}

/** The chat of a room. */
export interface RoomChat {
  /** The oldest first; those of the time since the chat was first used in this conference. At most 500. */
  readonly messages: readonly RoomMessage[];
  /** Sends to all members that are present; resolves when each has been tried. Blank text is ignored. */
  send(text: string): Promise<void>;
}

const KEPT = 500;
const KIND = 'lectern:chat';
/** Op of free messages, which members of old clients may not accept. */
const OP_MESSAGE = 1003;
const noMessages: readonly RoomMessage[] = [];

const textOf = (content: unknown): string | undefined => {
  const { kind, text } = (content ?? {}) as Readonly<Record<string, unknown>>;
  return kind === KIND && typeof text === 'string' ? text : undefined;
};

interface Chat {
  readonly store: SharedStore<readonly RoomMessage[]>;
  /** Listeners to the conference; there is one while the chat is used. */
  listen(): void;
  send(text: string): Promise<void>;
}

const chatOf = /* @__PURE__ */ perObject((conference: Conference): Chat => {
  const store = createStore(noMessages);
  let isListening = false;
  let count = 0;
  const add = (member: Pick<MemberSnapshot, 'id' | 'displayName' | 'isLocal'>, text: string): string => {
    const id = `${member.id}-${++count}`;
    const { id: memberId, displayName: name, isLocal } = member;
    const message = { id, text, memberId, name, isLocal, at: Date.now(), missedBy: [], isPending: isLocal };
    store.set([...store.getSnapshot(), message].slice(-KEPT));
    return id;
  };
  return {
    store,
    listen: () => {
      if (isListening) return;
      isListening = true;
      onMessage(conference, ({ memberId, member, content }) => {
        const text = textOf(content);
        if (text !== undefined) add(member ?? { id: memberId, displayName: memberId, isLocal: false }, text);
      });
    },
    send: async (text) => {
      const { localMember, members } = conference.state.getSnapshot();
      if (!localMember || text.trim() === '') return;
      const id = add(localMember, text);
      const reachable = members.filter(({ acceptedOps }) => acceptedOps.includes(OP_MESSAGE));
      const outcomes = await Promise.allSettled(
        reachable.map((member) => sendMessage(conference, member, { kind: KIND, text })),
      );
      const missedBy = [
        ...members.filter((member) => !reachable.includes(member)),
        ...reachable.filter((_, index) => outcomes[index]?.status === 'rejected'),
      ].map((member) => member.id);
      store.set(
        store
          .getSnapshot()
          .map((message) => (message.id === id ? { ...message, missedBy, isPending: false } : message)),
      );
    },
  };
});

/**
 * Chat among the members of the conference. Messages go from member to member and are kept nowhere: somebody who joins
 * later does not see earlier ones. For chat with a history use groups of `@lectern/rtc/im` and {@link useMessages}.
 * Components share the messages, from the first that mounted on.
 *
 * @example
 * const { messages, send } = useRoomChat();
 * // <li key={message.id}>{message.name}: {message.text}</li>
 */
export function useRoomChat(): RoomChat {
  const conference = useConference();
  const chat = conference && chatOf(conference);
  useEffect(() => chat?.listen(), [chat]);
  const messages = useSelected(chat?.store, (all: readonly RoomMessage[]) => all) ?? noMessages;
  const send = useCallback(async (text: string) => chat?.send(text), [chat]);
  return { messages, send };
}
