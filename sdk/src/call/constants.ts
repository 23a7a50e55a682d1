/** Wait between an offer and ringing (spec §4, §9). */
export const RINGING_DELAY_MS = 500;
/** Period of the ping while a call is open (spec §4, §9). */
export const PING_INTERVAL_MS = 50_000;
/** Time for a call to be accepted before it ends (spec §4, §9). */
export const CALL_TIMEOUT_MS = 60_000;
/** Wait between two requests for an offline callee while a push message is being delivered (spec §4, §9). */
export const OFFLINE_RETRY_MS = 2_000;
/** Longest wait for the server's answer to a request (not in the specification). */
export const REPLY_TIMEOUT_MS = 15_000;
/** Longest time from an answer, or from losing ICE, to connected ICE (not in the specification). */
export const CONNECT_TIMEOUT_MS = 20_000;
/**
 * Ringing ends after this long without a message from the caller: more than two ping intervals. Not in the
 * specification.
 */
export const CALLER_SILENCE_MS = 120_000;
/** Period in which traffic is measured (spec §9). */
export const STATS_INTERVAL_MS = 2_000;
/** Time without media bytes after which a side counts as disconnected (spec §9). */
export const SILENCE_MS = 3_000;
/** The same after media had resumed (spec §9). */
export const SILENCE_AFTER_RESET_MS = 5_000;

// Wire numbers as single constants, since bundlers inline these and keep whole objects. A test compares them.
/** `ConferenceBody.type`. */
export const VOICE = 0;
export const VIDEO = 1;
/** `ConferenceBody.endReason`. */
export const END_BUSY = 3;
/** In the content of op 107: another device of the same user answered first (spec §4). */
export const END_OTHER_DEVICE = 10;
export const OTHER_DEVICE_RESULT = -554;
/** `controlType` of op 400 (spec §4). */
export const PAUSE_VOICE = 0;
export const RESUME_VOICE = 1;
export const PAUSE_VIDEO = 2;
export const RESUME_VIDEO = 3;
