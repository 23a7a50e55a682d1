/** Time between two measurements, in ms (spec §9: stats are sampled every 2 s). */
export const STATS_INTERVAL_MS = 2_000;
/** Shortest interval between two measurements if a limit falls between them, in ms. */
export const SHORTEST_INTERVAL_MS = 500;
/** Longest time between two measurements that can be configured, in ms: a quality is judged over 8 s. */
export const LONGEST_INTERVAL_MS = 10_000;
/** Number of samples kept of each stream (spec §9). */
export const KEPT_SAMPLES = 120;
/** Window of averages, in ms (spec §9: stats every 10 s; wire-conference 8: statsSeconds). */
export const AVERAGE_WINDOW_MS = 10_000;
/** Longest wait for one connection's report, in ms; then it counts as missing (not in the specification). */
export const REPORT_TIMEOUT_MS = 1_000;

/** Round-trip time, in ms, from which a network may be weak (spec §9). */
export const WEAK_ROUND_TRIP_MS = 500;
/** Loss rate of audio packets, in per cent, from which a network may be weak (spec §9). */
export const WEAK_AUDIO_LOSS_RATE = 18;
/** Loss rate of video packets, in per cent, from which a network may be weak (spec §9). */
export const WEAK_VIDEO_LOSS_RATE = 23;
/** Time for which one of these limits must be exceeded, in ms (spec §9). */
export const WEAK_AFTER_MS = 8_000;
/** Time without data after which a stream is disconnected, in ms (spec §9). */
export const DISCONNECTED_AFTER_MS = 5_000;
/** Time without any data of a side before the notice, in ms (spec §9). */
export const SIDE_SILENT_AFTER_MS = 3_000;
/** The same after data had resumed following a notice, in ms (spec §9). */
export const SIDE_SILENT_AFTER_RESET_MS = 5_000;

/** Interval of active speaker detection, in ms (wire-conference 8: getMediaMeterIntervalMillis). */
export const ACTIVE_SPEAKER_INTERVAL_MS = 400;
/** Minimum level of an active speaker, 0 to 1 (wire-conference 8: judgeTalkingByInstantGE). */
export const TALKING_LEVEL = 0.05;
/**
 * Time below the level after which a speaker counts as silent, in ms: longer than pauses between words (not in the
 * specification).
 */
export const TALKING_ENDS_AFTER_MS = 1_200;
