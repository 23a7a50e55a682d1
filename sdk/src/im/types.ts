import type { LecternError } from '../core/errors.js';
import type { Platform } from '../platform/types.js';
import type { ImState } from './states.js';

export type { ImExt } from '../im-protocol/index.js';

/** Whom a message goes to; groups come later. */
export type ImChatType = 'single';

/** What a message says (spec §3: contentsType, data). */
export type ImContent =
  | { readonly contentsType: 'TEXT'; readonly data: string }
  /** For the application itself; shown to nobody. */
  | { readonly contentsType: 'COMMAND'; readonly action: string }
  | ({ readonly contentsType: 'IMAGE' } & ImMedia)
  | ({ readonly contentsType: 'VIDEO'; /** Seconds. */ readonly duration?: number } & ImMedia);

/** A file that was uploaded before. */
export interface ImMedia {
  readonly url: string;
  readonly filename?: string;
  /** Bytes. */
  readonly fileSize?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** A small picture of it. */
  readonly thumbnailUrl?: string;
}

/** What can be read of a message of a kind that this version does not know. */
export interface ImUnknownContent {
  readonly contentsType: 'UNKNOWN';
}

/** A message that was sent or received (spec §3 of the marketplace). */
export type ImMessage = {
  /** The server's id: a decimal text, greater for later messages. */
  readonly id: string;
  readonly type: ImChatType;
  /** Plain user names. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly time: number;
  readonly ext: Readonly<Record<string, unknown>>;
  readonly isOwn: boolean;
} & (ImContent | ImUnknownContent);

/** A message to be sent. */
export type ImDraft = {
  /** Plain user name. */
  readonly to: string;
  /** JSON values, e.g. image, video, href, sign, headimg, name. */
  readonly ext?: Readonly<Record<string, unknown>>;
} & ImContent;

export interface SendOptions {
  /** Stops waiting; the message may have been taken nevertheless. */
  readonly signal?: AbortSignal;
}

/** What is known of the talk with one user since the client was made. */
export interface ImConversation {
  /** Plain user name. */
  readonly peer: string;
  readonly lastMessage: ImMessage | undefined;
  /** Messages that were received, and not marked as read. Commands do not count. */
  readonly unread: number;
}

export interface ImSnapshot {
  readonly state: ImState;
  /** Why the client is `failed`, or has `ended`. */
  readonly error: LecternError | undefined;
  /** The latest first. */
  readonly conversations: readonly ImConversation[];
  /** Of all conversations. */
  readonly unread: number;
}

export interface ImEvents {
  state(state: ImState, previous: ImState): void;
  /** A message arrived; each is told once. */
  message(message: ImMessage): void;
  /** The network is gone (spec, marketplace §4). */
  networkLost(): void;
  /** Messages go both ways again after a loss. */
  restored(): void;
  /** The client will not come back by itself: failed (code 16), logged in elsewhere (206), refused. */
  ended(error: LecternError): void;
}

export interface ImClientOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Plain user name and its access token. */
  readonly identity: { readonly username: string; readonly token: string };
  /** Base URL of the server, e.g. `https://rtc.example.org`; by default the page's origin. */
  readonly restUrl?: string;
  /** URL of the socket; by default `/websocket` of the server. */
  readonly socketUrl?: string;
  /**
   * Names the device: the same user may be logged in once for each. Letters, digits and `_ . : @ -`, 128 at most. Keep
   * it with the device, so that it gets what it missed; by default a new one for each client.
   */
  readonly resource?: string;
  /** By default the page's. */
  readonly platform?: Platform;
  /** Given what listeners throw; by default it is thrown again asynchronously. */
  readonly report?: (error: unknown) => void;
}
