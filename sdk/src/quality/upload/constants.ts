/** Time between two records, in ms (spec §9). */
export const SEND_INTERVAL_MS = 500;
/** Wait before each reconnection attempt, in ms (spec §9). */
export const RECONNECT_DELAY_MS = 5_000;
/** Consecutive attempts (spec §9). */
export const RECONNECT_ATTEMPTS = 10;
/** Time between the exit and the end of the upload, in ms (spec §4, §9). */
export const STOP_AFTER_EXIT_MS = 3_000;
/**
 * Limit of waiting and unacknowledged records, above which no periodic records are collected; an hour of one stream's,
 * and seven minutes of nine (not in the specification).
 */
export const MOST_QUEUED = 2_000;
/**
 * A server that acknowledges announces it when the socket opens. A server that received this many records without an
 * announcement does not acknowledge at all (not in the specification).
 */
export const ACKNOWLEDGES_WITHIN_RECORDS = 60;
