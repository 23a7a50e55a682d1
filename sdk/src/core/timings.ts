/** Delays and limits of a client's connections. Created by `createTimings` of `@lectern/rtc/deployment`. */
export interface Timings {
  /** Pause between two attempts to reconnect the signalling socket, in ms; the first one comes within half a second. */
  readonly reconnectDelayMs: number;
  /** Attempts to reconnect after which the conference ends with −95270. */
  readonly reconnectAttempts: number;
  /** Time for entering a conference, in ms; then −9527. */
  readonly enterTimeoutMs: number;
  /** Interval of the check that the signalling socket is open, in ms. */
  readonly connectionCheckIntervalMs: number;
  /** Interval of op 1000, which brings what was missed of the conference, in ms. */
  readonly syncIntervalMs: number;
  /** Consecutive rebuilds of a stream's connection after which it fails with −203. */
  readonly iceRebuildLimit: number;
  /** Wait before each of these rebuilds, in ms. */
  readonly iceRebuildDelayMs: number;
  /** Time from an offer to connected ICE, in ms; then the connection is rebuilt. */
  readonly iceTimeoutMs: number;
}
