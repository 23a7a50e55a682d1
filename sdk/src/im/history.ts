import { decode, GROUP_DOMAIN, Meta, NameSpace, USER_DOMAIN } from '../im-protocol/index.js';
import { HISTORY_PAGE_SIZE, MAX_HISTORY_PAGE_SIZE } from './constants.js';
import { readChat } from './content.js';
import { badParameter, imError } from './errors.js';
import { asList, asObject, asText, type ImRest } from './rest.js';
import type { ImCallOptions, ImChatType, ImMessage } from './types.js';

/** Conversation type and page size of a history. */
export interface ImHistoryOptions {
  /** By default `single`. */
  readonly type?: ImChatType;
  /** Messages of one page, 1 to 50; by default 20. */
  readonly pageSize?: number;
}

interface Page {
  /** The oldest first. */
  readonly messages: readonly ImMessage[];
  /** Cursor of the previous page; undefined if there is none. */
  readonly cursor: string | undefined;
}

/** Reads one page; `start` is the cursor of the page after it. */
type ReadPage = (start: string, signal: AbortSignal | undefined) => Promise<Page>;

/** Cursor of the first page: it ends at the newest message. */
const NEWEST = '-1';

/**
 * The messages with one user or in one group as stored on the server, read backwards from the newest (spec, marketplace
 * §4).
 *
 * @example
 * for await (const message of client.history('ben')) print(message);
 */
export class ImHistory implements AsyncIterable<ImMessage> {
  readonly #read: ReadPage;
  #cursor: string | undefined = NEWEST;
  #reading: Promise<readonly ImMessage[]> | undefined;

  /** @internal */
  constructor(read: ReadPage) {
    this.#read = read;
  }

  /** True if no older messages exist: load-more has become no-more. */
  get isComplete(): boolean {
    return this.#cursor === undefined;
  }

  /**
   * Reads the page before the last one, its oldest message first; empty once the history is complete. Calls during a
   * read share its page. A page that failed is read again by the next call.
   * @throws {LecternError} −1 without an answer within 15 s, 17, 28, 605 (no such group), 602 (not a member).
   */
  older({ signal }: ImCallOptions = {}): Promise<readonly ImMessage[]> {
    this.#reading ??= this.#readOlder(signal).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Iterates from the newest message to the first one. */
  async *[Symbol.asyncIterator](): AsyncIterator<ImMessage> {
    while (!this.isComplete) yield* [...(await this.older())].reverse();
  }

  async #readOlder(signal: AbortSignal | undefined): Promise<readonly ImMessage[]> {
    const start = this.#cursor;
    if (start === undefined) return [];
    const { messages, cursor } = await this.#read(start, signal);
    // A server that returns the same cursor would be asked forever.
    this.#cursor = cursor === start ? undefined : cursor;
    return messages;
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

function readItem(text: unknown, self: string): ImMessage[] {
  let item: Meta;
  try {
    item = decode(Meta, bytesOf(asText(text)));
  } catch {
    // An unreadable message must not hide older ones.
    return [];
  }
  const message = item.ns === NameSpace.Chat ? readChat(item, self) : undefined;
  return message && 'key' in message ? [message] : [];
}

/** @throws {LecternError} reason `invalid-argument`. */
export function openHistory(
  rest: ImRest,
  self: string,
  peer: string,
  { type = 'single', pageSize = HISTORY_PAGE_SIZE }: ImHistoryOptions,
): ImHistory {
  if (!peer) throw badParameter('name the user or the group whose history is to be read');
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_HISTORY_PAGE_SIZE) {
    throw badParameter(`pageSize must be 1 to ${MAX_HISTORY_PAGE_SIZE}`);
  }
  const queue = `${peer}@${type === 'group' ? GROUP_DOMAIN : USER_DOMAIN}`;
  return new ImHistory(async (start, signal) => {
    const json = { queue, start: start === NEWEST ? -1 : start, pull_number: pageSize, is_positive: false };
    const path = `users/${encodeURIComponent(self)}/messageroaming`;
    const answer = await rest.call('POST', path, { json, signal });
    if (typeof answer.data !== 'object' || answer.data === null) {
      throw imError("the server's answer has no messages", 'protocol');
    }
    const { msgs, is_last: isLast, next_key: cursor } = asObject(answer.data);
    const messages = asList(msgs).flatMap(({ msg }) => readItem(msg, self));
    const isEnd = isLast === true || asList(msgs).length === 0 || asText(cursor) === '';
    return { messages: messages.reverse(), cursor: isEnd ? undefined : asText(cursor) };
  });
}
