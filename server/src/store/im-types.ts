/** An item of a queue, as it is kept: a message, or what happened to a group. */
export interface ImMessage {
  /** Grows with time; never given twice. */
  readonly id: bigint;
  readonly appKey: string;
  readonly sender: string;
  /** Device of the sender; empty for what the server wrote. */
  readonly resource: string;
  /** A user, or the key of a group (`groupKeyOf`). */
  readonly recipient: string;
  /** What the sender's device calls it: a decimal text. The same again is the same message. */
  readonly clientId: string;
  /** `Meta.ns` of the wire: CHAT or MUC. */
  readonly ns: number;
  /** `MessageBody.type` of the wire; 0 for what is no message. */
  readonly kind: number;
  /** `Content.type` of the wire, of the first part; null without any. */
  readonly contentType: number | null;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** What became of a message that was to be kept. */
export interface AppendResult {
  /** Those of the first, if it was known already. */
  readonly id: bigint;
  readonly sentAt: number;
  readonly isNew: boolean;
}

/** What a device has not acknowledged of one queue. */
export interface Backlog {
  /** A user, or the key of a group. */
  readonly peer: string;
  /** The newest that it has, or need not get. */
  readonly after: bigint;
  /** At most {@link MAX_COUNTED}. */
  readonly count: number;
}

/** Up to which message a device has a queue. */
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

/** Which messages of a conversation are asked for. */
export interface HistoryQuery {
  /** `MessageBody.type`. */
  readonly kind: number;
  /** Oldest first, going down; otherwise newest first, going up. */
  readonly isDownward: boolean;
  /** Those beyond this one. */
  readonly cursor?: bigint | undefined;
  readonly limit: number;
  /** `Content.type`. */
  readonly contentTypes?: readonly number[] | undefined;
  readonly sender?: string | undefined;
  /** Milliseconds since the epoch, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** A conversation of a user: with another one, or in a group that the user is in. */
export interface Conversation {
  readonly peer: string;
  /** Its place among the others; grows with each message. */
  readonly newestId: bigint;
  /** Messages of others since it was last read; at most {@link MAX_COUNTED}. */
  readonly unread: number;
  readonly last: ImMessage;
}

/** `MessageBody.type` of what can be recalled: messages, not signs about them. */
export const RECALLABLE: readonly number[] = [1, 2];

/** Where instant messages are kept. */
export interface ImStore {
  /** The greatest id that was ever given; 0 without any. */
  lastId(): Promise<bigint>;
  /** Keeps all of them, or none; results in the same order. A message to a group is one row, however many are in it. */
  append(messages: readonly ImMessage[]): Promise<readonly AppendResult[]>;
  /** A message by its id. */
  find(id: bigint): Promise<ImMessage | undefined>;
  /**
   * Keeps a message that recalls another of the same sender to the same recipient, and takes that one away. Undefined
   * where there is none.
   */
  recall(message: ImMessage, recalled: bigint): Promise<AppendResult | undefined>;
  /** What a device is still to get: after what it acknowledged itself, or else what any device of its user did. */
  backlog(owner: ImUser, resource: string): Promise<readonly Backlog[]>;
  /** What `owner` is to get of a queue after an id, oldest first: of a group, what others wrote while it was a member. */
  read(owner: ImUser, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]>;
  /** Everything in a group after an id, oldest first, whoever wrote it. */
  readGroup(appKey: string, peer: string, after: bigint, limit: number): Promise<readonly ImMessage[]>;
  acknowledge(acknowledgements: readonly Acknowledgement[]): Promise<void>;
  /** Devices that acknowledged nothing newer are as if they had never been here. */
  forgetDevices(before: bigint): Promise<void>;
  /** What was said with a user, or in a group. */
  history(user: ImUser, peer: string, query: HistoryQuery): Promise<readonly ImMessage[]>;
  /** Newest first; those beyond `before`. */
  conversations(user: ImUser, before: bigint | undefined, limit: number): Promise<readonly Conversation[]>;
  /** The user has read a conversation up to this message. */
  markRead(user: ImUser, peer: string, upTo: bigint): Promise<void>;
  /** Hides a conversation until there is something newer than `upTo`; also what was said, if it is to be `cleared`. */
  hide(user: ImUser, peer: string, upTo: bigint, isCleared: boolean): Promise<void>;
}

export const MAX_COUNTED = 1_000;
/** Rows of one statement, which takes 65,535 parameters at most. */
export const MAX_APPENDED = 1_000;

/** What user names cannot begin with. */
const GROUP_MARK = '#';

/** How the queue of a group is called where that of a user is called by the user's name. */
export const groupKeyOf = (id: string): string => `${GROUP_MARK}${id}`;

export const isGroupKey = (key: string): boolean => key.startsWith(GROUP_MARK);

/** The id of a group by its key. */
export const groupIdOf = (key: string): string => key.slice(GROUP_MARK.length);
