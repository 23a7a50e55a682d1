import { peerOf, unreadOf, withListed, withMessage, withRead, withRecalled } from './conversation-updates.js';
import { MessageLog } from './message-log.js';
import type { ImChatType, ImConversation, ImMessage } from './types.js';

/** Conversations of the user, ready to render. */
export interface ConversationsSnapshot {
  readonly conversations: readonly ImConversation[];
  readonly unread: number;
}

/** All conversations of one user: the list, and the messages of those that are open. */
export class Conversations {
  readonly #changed: (snapshot: ConversationsSnapshot) => void;
  readonly #logs = new Map<string, MessageLog>();
  #conversations: readonly ImConversation[] = [];

  constructor(changed: (snapshot: ConversationsSnapshot) => void) {
    this.#changed = changed;
  }

  /** Messages of a conversation; kept from now on. */
  log(type: ImChatType, peer: string): MessageLog {
    const key = `${type} ${peer}`;
    const log = this.#logs.get(key) ?? new MessageLog();
    this.#logs.set(key, log);
    return log;
  }

  /** Adds a message that the server has stored. */
  add(message: ImMessage): void {
    this.#converse(withMessage(this.#conversations, message));
    this.#logOf(message)?.add([message]);
  }

  /** Adds a pending message; the list of conversations changes only after its acknowledgement. */
  sending(message: ImMessage): void {
    const log = this.#logOf(message);
    if (log?.find(message.key)) log.change(message.key, message);
    else log?.add([message]);
  }

  sent(message: ImMessage): void {
    this.#converse(withMessage(this.#conversations, message));
    this.#logOf(message)?.change(message.key, message);
  }

  /** Marks a message as failed. Returns true if it is kept and can be retried. */
  failed(message: ImMessage): boolean {
    const log = this.#logOf(message);
    log?.change(message.key, message);
    return log?.find(message.key) !== undefined;
  }

  /** Marks a conversation as read. Returns true if it had unread messages. */
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

  /** Merges the server's list of conversations. */
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
