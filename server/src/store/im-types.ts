/** A stored item of a queue: a message, or a group event. */
export interface ImMessage {
  /** Grows with time; unique. */
  readonly id: bigint;
  readonly appKey: string;
  readonly sender: string;
  /** Device of the sender; empty for messages of the server. */
  readonly resource: string;
  /** A user, or the key of a group (`groupKeyOf`). */
  readonly recipient: string;
  /** Id given by the sender's device: a decimal text. A repeated id is the same message. */
  readonly clientId: string;
  /** `Meta.ns` of the wire: CHAT or MUC. */
  readonly ns: number;
  /** `MessageBody.type` of the wire; 0 for items that are no message. */
  readonly kind: number;
  /** `Content.type` of the wire, of the first part; null without any. */
  readonly contentType: number | null;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** Result of storing a message. */
export interface AppendResult {
  /** Id of the first copy, if it was known already. */
  readonly id: bigint;
  readonly sentAt: number;
  readonly isNew: boolean;
}

/** Messages of one queue that a device has not acknowledged. */
export interface Backlog {
  /** A user, or the key of a group. */
  readonly peer: string;
  /** The newest message that the device has, or need not receive. */
  readonly after: bigint;
  /** At most {@link MAX_COUNTED}. */
  readonly count: number;
}

/** Position up to which a device has a queue. */
export interface Acknowledgement {
  readonly owner: ImUser;
  readonly resource: string;
  readonly peer: string;
  readonly id: bigint;
}

export interface ImUser {
  readonly appKey: string;
  readonly name: string;
}

/** Selection of messages of a conversation. */
export interface HistoryQuery {
  /** `MessageBody.type`. */
  readonly kind: number;
  /** True for oldest first, towards newer messages; false for newest first. */
  readonly isDownward: boolean;
  /** Position after which the result begins. */
  readonly cursor?: bigint | undefined;
  readonly limit: number;
  /** `Content.type`. */
  readonly contentTypes?: readonly number[] | undefined;
  readonly sender?: string | undefined;
  /** Milliseconds since the epoch, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** A conversation of a user: with another user, or in a group of the user. */
export interface Conversation {
  readonly peer: string;
  /** Sort position; grows with each message. */
  readonly newestId: bigint;
  /** Messages of others since the last read; at most {@link MAX_COUNTED}. */
  readonly unread: number;
  readonly last: ImMessage;
}

/** `MessageBody.type` of items that can be recalled: messages, not receipts about them. */
export const RECALLABLE: readonly number[] = [1, 2];

/** Stores instant messages. */
export interface ImStore {
  /** The greatest id ever used; 0 without any. */
  lastId(): Promise<bigint>;
  /**
   * Stores all of them, or none; results in the same order. A message to a group is one row, whatever the number of
   * members.
   */
  append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]>;
  /** A message by its id. */
  find(id: bigint): Promise<ImMessage | undefined>;
  /**
   * Stores a recall by the same sender to the same recipient, and deletes the recalled message. Undefined where that
   * does not exist.
   */
  recall(message: ImMessage, recalled: bigint): Promise<AppendResult | undefined>;
  /** Pending messages of a device: after its own acknowledgement, or else that of any device of its user. */
  backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]>;
  /** Messages of a queue to `owner` after an id, oldest first: for a group, those of others during its membership. */
  read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]>;
  /** All items of a group after an id, oldest first, of every sender. */
  readGroup(appKey: string, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]>;
  acknowledge(acknowledgements: readonly Acknowledgement[]): Promise<void>;
  /** Deletes the positions of devices without newer acknowledgements. */
  forgetDevices(before: bigint): Promise<void>;
  /** Messages with a user, or in a group. */
  history(user: ImUser, peer: string, query: HistoryQuery): Promise<readonly ImMessage[]>;
  /** Newest first, starting after `before`. */
  conversations(user: ImUser, before: bigint | undefined, limit: number): Promise<readonly Conversation[]>;
  /** The user has read a conversation up to this message. */
  markRead(user: ImUser, peer: string, upTo: bigint): Promise<void>;
  /**
   * Hides a conversation until there is a message newer than `upTo`; also its messages, if they are to be `cleared`.
   */
  hide(user: ImUser, peer: string, upTo: bigint, isCleared: boolean): Promise<void>;
}

export const MAX_COUNTED = 1_000;
/** Rows per statement, which allows 65,535 parameters. */
export const MAX_APPENDED = 1_000;

/** Prefix that user names cannot have. */
const GROUP_MARK = '#';

/** Key of a group's queue, in the place of a user name. */
export const groupKeyOf = (id: string): string => `${GROUP_MARK}${id}`;

export const isGroupKey = (key: string): boolean => key.startsWith(GROUP_MARK);

/** The id of a group by its key. */
export const groupIdOf = (key: string): string => key.slice(GROUP_MARK.length);
