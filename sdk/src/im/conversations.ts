import { peerOf, unreadOf, withListed, withMessage, withRead, withRecalled } from './conversation-updates.js';
import { MessageLog } from './message-log.js';
import type { ImChatType, ImConversation, ImMessage } from './types.js';

/** What conversations there are, as they are shown. */
export interface ConversationsSnapshot {
  readonly conversations: readonly ImConversation[];
  readonly unread: number;
}

/** All talks of one user: the list of conversations, and the messages of those that somebody looks at. */
export class Conversations {
  readonly #changed: (snapshot: ConversationsSnapshot) => void;
  readonly #logs = new Map<string, MessageLog>();
  #conversations: readonly ImConversation[] = [];

  constructor(changed: (snapshot: ConversationsSnapshot) => void) {
    this.#changed = changed;
  }

  /** The messages of a talk; kept from now on. */
  log(type: ImChatType, peer: string): MessageLog {
    const key = `${type} ${peer}`;
    const log = this.#logs.get(key) ?? new MessageLog();
    this.#logs.set(key, log);
    return log;
  }

  /** A message that the server has. */
  add(message: ImMessage): void {
    this.#converse(withMessage(this.#conversations, message));
    this.#logOf(message)?.add([message]);
  }

  /** A message on its way; no news for the list of conversations before it is taken. */
  sending(message: ImMessage): void {
    const log = this.#logOf(message);
    if (log?.find(message.key)) log.change(message.key, message);
    else log?.add([message]);
  }

  sent(message: ImMessage): void {
    this.#converse(withMessage(this.#conversations, message));
    this.#logOf(message)?.change(message.key, message);
  }

  /** A message that was not taken. Whether it is kept, so that it can be tried again. */
  failed(message: ImMessage): boolean {
    const log = this.#logOf(message);
    log?.change(message.key, message);
    return log?.find(message.key) !== undefined;
  }

  /** Whether there was something unread. */
  markRead(type: ImChatType, peer: string): boolean {
    const before = this.#conversations;
    this.#converse(withRead(before, type, peer));
    return this.#conversations !== before;
  }

  recall(type: ImChatType, peer: string, id: string, by: string): void {
    this.#converse(withRecalled(this.#conversations, id, by));
    this.#logs.get(`${type} ${peer}`)?.recall(id, by);
  }

  receipt(peer: string, status: 'delivered' | 'read', id: string | undefined): void {
    this.#logs.get(`single ${peer}`)?.receipt(status, id);
  }

  /** What the server knows of conversations. */
  listed(conversations: readonly ImConversation[]): void {
    this.#converse(withListed(this.#conversations, conversations));
  }

  #logOf(message: ImMessage): MessageLog | undefined {
    return this.#logs.get(`${message.type} ${peerOf(message)}`);
  }

  #converse(conversations: readonly ImConversation[]): void {
    if (conversations === this.#conversations) return;
    this.#conversations = conversations;
    this.#changed({ conversations, unread: unreadOf(conversations) });
  }
}
