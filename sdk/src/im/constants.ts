/** Longest wait for an open socket, and again for the answer to the login (wire-im 3.2). */
export const IM_CONNECT_TIMEOUT_MS = 10_000;
/** Longest wait for the acknowledgement of a message (wire-im 4.1). */
export const SEND_TIMEOUT_MS = 15_000;
/** Idle time after which the client sends a ping (wire-im 4.3). */
export const IM_HEARTBEAT_MS = 30_000;
/** Time for the server's answer to a ping. */
export const IM_HEARTBEAT_TIMEOUT_MS = 10_000;
/** Spec (marketplace §9): at most 5 attempts, interval 2. */
export const IM_RECONNECT_ATTEMPTS = 5;
export const IM_RECONNECT_DELAY_MS = 2_000;
/** Number of message ids that are remembered to discard duplicates. */
export const REMEMBERED_IDS = 1_000;
/** Zero of the local ids: 1 February 2010. */
export const LOCAL_ID_EPOCH_MS = Date.UTC(2010, 1, 1);
/** Fraction of a token's lifetime after which its end is announced (wire-im 3.2). */
export const TOKEN_NOTICE_SHARE = 0.8;
/** Messages of one page of the history, the maximum of servers (wire-im 2.4). */
export const HISTORY_PAGE_SIZE = 20;
export const MAX_HISTORY_PAGE_SIZE = 50;
/** Members, groups or conversations of one page; servers return full pages if more exist. */
export const LIST_PAGE_SIZE = 50;
/** Value of `onlineState` if the server does not send how a message was delivered (wire-im 1.4). */
export const ONLINE_STATE_UNTOLD = 3;
