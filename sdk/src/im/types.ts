import type { LecternError } from '../core/errors.js';
import type { Platform } from '../platform/types.js';
import type { TokenProvider } from '../rest/token-source.js';
import type { ImGroupEvent } from './groups.js';
import type { ImPresence } from './presence.js';
import type { ImState } from './states.js';
import type { ImShare } from './transport.js';
import type { ImUserInfo } from './users.js';

/** Recipient of a message: one user, or the members of a group. */
export type ImChatType = 'single' | 'group';

/**
 * Fields that an application adds to a message: JSON values by name. Fields of the specification (marketplace §3)
 * always have its types: values of another type are left out.
 */
export interface ImExt {
  /** URL of an image. */
  readonly image?: string;
  /** URL of a video. */
  readonly video?: string;
  /** URL of a link. */
  readonly href?: string;
  /** The sender's user type: 1 learner, 2 mentor, 3 enterprise. */
  readonly sign?: number;
  /** URL of the sender's profile image. */
  readonly headimg?: string;
  /** Display name of the sender. */
  readonly name?: string;
  readonly [key: string]: unknown;
}

/** A file that was uploaded before. */
export interface ImMedia {
  readonly url: string;
  readonly filename?: string;
  /** Bytes. */
  readonly fileSize?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** URL of a thumbnail. */
  readonly thumbnailUrl?: string;
}

/** Content of a message (spec, marketplace §3: contentsType, data). Text is plain text: never render it as HTML. */
export type ImContent =
  | { readonly contentsType: 'TEXT'; readonly data: string }
  /** A text with `ext.href`, on the wire; http and https only. */
  | { readonly contentsType: 'LINK'; readonly href: string; /** By default the link itself. */ readonly data?: string }
  /** For the application itself; never shown. */
  | { readonly contentsType: 'COMMAND'; readonly action: string }
  | ({ readonly contentsType: 'IMAGE' } & ImMedia)
  | ({ readonly contentsType: 'VIDEO'; /** Seconds. */ readonly duration?: number } & ImMedia);

/** Content of a message that its sender recalled. */
export interface ImRecalledContent {
  readonly contentsType: 'RECALLED';
}

/** Readable part of a message whose kind this version does not know. */
export interface ImUnknownContent {
  readonly contentsType: 'UNKNOWN';
}

/**
 * - `sending`: the server has not acknowledged it yet
 * - `sent`: the server has stored it
 * - `delivered`, `read`: receipts of the other user's client (its option `receipts`)
 * - `failed`: it was refused or not acknowledged; see `errorCode`
 * - `received`: it is from another user
 */
export type ImMessageStatus = 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';

/** Fields of every message (spec, marketplace §3). */
export interface ImMessageHead {
  /** Stable key of the message: the same before and after the server assigned an id. */
  readonly key: string;
  /** The server's id: a decimal text, greater for later messages; empty until it is acknowledged. */
  readonly id: string;
  readonly type: ImChatType;
  /** Plain user name of the sender, set by the server. */
  readonly from: string;
  /** Plain name of a user, or id of a group. */
  readonly to: string;
  /** Milliseconds since the epoch, by the server's clock; by the machine's own until it is acknowledged. */
  readonly time: number;
  readonly ext: ImExt;
  readonly isOwn: boolean;
  readonly status: ImMessageStatus;
  /** True if sending failed. */
  readonly error: boolean;
  /** One of {@link ImErrorCode}; 0 without an error. */
  readonly errorCode: number;
  /** Empty without an error. */
  readonly errorText: string;
  /** Online state of the receiver when the message was sent, as the server reports: 1 online, 0 offline, 3 unknown. */
  readonly onlineState: number;
}

/** A message that was sent or received. */
export type ImMessage = ImMessageHead & (ImContent | ImRecalledContent | ImUnknownContent);

/** A message to be sent. */
export type ImDraft = {
  /** Plain name of the user, its address `org#app_name@domain`, or the id of the group. */
  readonly to: string;
  /** By default `single`. */
  readonly type?: ImChatType;
  readonly ext?: ImExt;
} & ImContent;

export interface ImCallOptions {
  /** Stops waiting; the request may still take effect. */
  readonly signal?: AbortSignal;
}

/** State of the conversation with one user, or in one group. */
export interface ImConversation {
  readonly type: ImChatType;
  /** Plain user name, or id of the group. */
  readonly peer: string;
  readonly lastMessage: ImMessage | undefined;
  /** Messages that were received, and not marked as read. Commands do not count. */
  readonly unread: number;
}

export interface ImSnapshot {
  readonly state: ImState;
  /** Error of the state `failed` or `ended`. */
  readonly error: LecternError | undefined;
  /** The latest first. */
  readonly conversations: readonly ImConversation[];
  /** Number of unread messages in all conversations. */
  readonly unread: number;
}

/** A message was recalled by its sender. */
export interface ImRecall {
  readonly id: string;
  readonly type: ImChatType;
  /** Peer of the conversation. */
  readonly peer: string;
  /** User that recalled the message. */
  readonly from: string;
}

export interface ImEvents {
  state(state: ImState, previous: ImState): void;
  /** A message arrived; emitted once for each. */
  message(message: ImMessage): void;
  recalled(recall: ImRecall): void;
  /** An event of a group of this user. */
  group(event: ImGroupEvent): void;
  /** The online state of a watched user has changed. */
  presence(presence: ImPresence): void;
  /** The network is lost (spec, marketplace §4). */
  networkLost(): void;
  /** Messages flow in both directions again after a loss. */
  restored(): void;
  /** Four fifths of the token's lifetime have passed: call `renewToken`. Milliseconds since the epoch. */
  tokenExpiring(expiresAt: number): void;
  /** The client does not reconnect any more: failed (16, 56), logged in elsewhere (206), kicked, refused. */
  ended(error: LecternError): void;
}

/**
 * The user that logs in: a plain user name with a token, with a function that obtains tokens (called when one is needed,
 * before the last one expires, and when the server refuses it), or with the password, by which tokens are renewed.
 */
export type ImIdentity =
  | { readonly username: string; readonly token: string | TokenProvider }
  | { readonly username: string; readonly password: string };

export interface ImClientOptions {
  /** `org#app`. */
  readonly appKey: string;
  readonly identity: ImIdentity;
  /** Base URL of the server, e.g. `https://rtc.example.org`; by default the page's origin. */
  readonly restUrl?: string;
  /** URL of the socket; by default `/websocket` of the server. */
  readonly socketUrl?: string;
  /**
   * Names the device: the same user may be logged in once for each. Letters, digits and `_ . : @ -`, 128 at most. Store
   * it on the device, so that it receives missed messages; by default a new one for each client.
   */
  readonly resource?: string;
  /** Sent with every message, e.g. `sign`, `headimg` and `name` of the user; fields of the message take precedence. */
  readonly ext?: ImExt;
  /** Profile of the user, published after login (spec, marketplace §7: name, headimg, sign). */
  readonly userInfo?: ImUserInfo;
  /**
   * Sends receipts when messages arrive and when they are marked as read (single chats only). By default false, as each
   * receipt is a separate message and counts as one.
   */
  readonly receipts?: boolean;
  /**
   * Shares one connection among the tabs of a browser: `shareBetweenTabs` of `@lectern/rtc/im-tabs`. All of them need
   * the same `resource`. By default each client has a connection of its own.
   */
  readonly share?: ImShare;
  /** By default the page's. */
  readonly platform?: Platform;
  /** Receives exceptions of listeners; by default they are rethrown asynchronously. */
  readonly report?: (error: unknown) => void;
}
