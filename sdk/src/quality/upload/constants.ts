/** Time between two records, in ms (spec §9). */
export const SEND_INTERVAL_MS = 500;
/** Wait before each attempt to connect again, in ms (spec §9). */
export const RECONNECT_DELAY_MS = 5_000;
/** Attempts in a row (spec §9). */
export const RECONNECT_ATTEMPTS = 10;
/** The upload stops so long after the exit, in ms (spec §4, §9). */
export const STOP_AFTER_EXIT_MS = 3_000;
/** Periodic records are not collected while so many records wait or are not acknowledged; an hour of one stream's, and
 * seven minutes of nine (the number is ours). */
export const MOST_QUEUED = 2_000;
/**
 * A server that acknowledges announces it when the socket opens. A server that received this many records without an
 * announcement does not acknowledge at all (not in the specification).
 */
export const ACKNOWLEDGES_WITHIN_RECORDS = 60;
