/** Constants of the media tools (spec §9; defaults of deployed clients: wire-conference 8). */

/** MIME types for the browser's recorder, in order of preference (spec §9). */
export const RECORDER_TYPES: readonly string[] = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
/** The same for recordings without video. */
export const SOUND_RECORDER_TYPES: readonly string[] = ['audio/webm;codecs=opus', 'audio/webm'];
/** For browsers that cannot write WebM (Safari before 18.4). */
export const LAST_RECORDER_TYPES: readonly string[] = ['video/mp4'];
/**
 * Interval at which the recorder delivers data, so that a page that crashes loses no more (not in the specification).
 */
export const RECORDER_SLICE_MS = 1_000;
/** A temporary download link is revoked after this time (spec §9). */
export const DOWNLOAD_LINK_LIFE_MS = 40_000;

/** Frames per second of a canvas capture (spec §9). */
export const CANVAS_FRAMES_PER_SECOND = 25;
/** Interval at which an unchanged canvas is sent again, so that late subscribers see it (not in the specification). */
export const CANVAS_REFRESH_MS = 1_000;

/** Samples that one measurement of the audio meter covers (spec §9). */
export const SOUND_METER_SAMPLES = 2_048;
/** Weight of the previous value in the slow level, for each measurement. */
export const SOUND_METER_DECAY = 0.95;
/** Sample value from which on a sample counts as clipped. */
export const SOUND_METER_CLIP = 0.99;
/** Interval at which the meter checks for a replaced track, and measures where there is no worklet. */
export const SOUND_METER_INTERVAL_MS = 400;
/** Minimum level of talking, of 1: `judgeTalkingByInstantGE` of deployed clients. */
export const TALKING_THRESHOLD = 0.05;
/** Time below the threshold after which talking ends: longer than pauses between words (not in the specification). */
export const TALKING_HOLD_MS = 400;

/** Maximum points of a track buffer (spec §9). */
export const TRACK_BUFFER_SIZE = 1_000;
/** Maximum moves in a buffer of moves and buttons (spec §9: in the buffer class). */
export const INPUT_TRACK_BUFFER_SIZE = 100;
/** Share of the points dropped when a track buffer is full (spec §9). */
export const TRACK_BUFFER_COMPACTION_RATIO = 0.25;
