/**
 * Delays and limits of the specification (spec §9; wire-conference 8). All in milliseconds unless the name has another
 * unit.
 */

/** Wait between tearing a publication down and publishing it again (spec §9). */
export const REPUBLISH_DELAY_MS = 100;
/** Wait between a successful enter and sending queued messages (spec §7, §9). */
export const QUEUE_FLUSH_DELAY_MS = 100;
/** Wait between leaving and closing the socket and local streams (spec §9: local stream close). */
export const CLOSE_DELAY_MS = 500;
/** Wait between asking the server to close the conference and leaving it (spec §9: exit). */
export const EXIT_DELAY_MS = 100;
/** Media permission probe (spec §9). */
export const PERMISSION_PROBE_MS = 300;
/** Wait before the rebuild that follows a codec switch (spec §4, §9). */
export const CODEC_SWITCH_REBUILD_DELAY_MS = 300;
/** Wait between re-entering and the first media rebuild (spec §4, §9). */
export const REBUILD_AFTER_ENTER_DELAY_MS = 50;
/** Further wait per stream of the rebuild after re-entering (spec §4, §9). */
export const REBUILD_STAGGER_MS = 100;
/** Wait between ICE disconnect and the weak-network notice (spec §4, §9). */
export const WEAK_NETWORK_DELAY_MS = 1_000;
/** Longest wait before a received candidate is passed to the peer connection (spec §9). */
export const CANDIDATE_HANDLING_DELAY_MS = 50;
/** Reconnection attempts of the signalling socket (spec §9). */
export const RECONNECT_ATTEMPTS = 13;
/** Pause between reconnection attempts (spec §9). */
export const RECONNECT_DELAY_MS = 3_000;
/** Longest wait for the answer to enter (spec §9). */
export const ENTER_TIMEOUT_MS = 20_000;
/**
 * Longest wait for the answer to any other request; then −408 (spec §7, §8; the duration is not in the specification).
 */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Period of the check that the socket is still open (spec §9). */
export const CONNECTION_CHECK_INTERVAL_MS = 1_000;
/** Period of op 1000 (wire-conference 1.6). */
export const SYNC_INTERVAL_MS = 30_000;
/** Rebuilds of one link after ICE failure (spec §9). */
export const ICE_REBUILD_LIMIT = 3;
/** Wait before each of these rebuilds (spec §9). */
export const ICE_REBUILD_DELAY_MS = 500;
/** Longest wait for the answer to an HTTP call (not in the specification). */
export const REST_TIMEOUT_MS = 15_000;
/** Longest wait for one host during the search for a working REST host (not in the specification). */
export const HOST_CHECK_TIMEOUT_MS = 5_000;
/** Longest wait for the WebSocket handshake; then the attempt fails (not in the specification). */
export const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Longest silence after op 1000 before the socket counts as dead, even if its state is open (not in the specification).
 */
export const SILENCE_LIMIT_MS = 10_000;
/** The first reconnection attempt is delayed by a random time up to this (wire-conference 1.9: within a second). */
export const FIRST_RECONNECT_WITHIN_MS = 500;
/** Longest wait for a member's answer to a control request, op 1002; then −408 (spec §9: control timeout). */
export const CONTROL_TIMEOUT_MS = 30_000;
/** Longest wait for an admin's decision on a role request; then −408 (not in the specification). */
export const ROLE_REQUEST_TIMEOUT_MS = 60_000;
/**
 * Deployed members do not answer a mute: without a refusal within this time it counts as delivered (not in the
 * specification).
 */
export const MUTE_ANSWER_WITHIN_MS = 3_000;
