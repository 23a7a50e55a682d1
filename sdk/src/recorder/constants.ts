/** Constants of the media tools (spec §9; defaults of deployed clients: wire-conference 8). */

/** What is asked of the browser's recorder, best first (spec §9). */
export const RECORDER_TYPES: readonly string[] = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
/** The same for recordings without a picture. */
export const SOUND_RECORDER_TYPES: readonly string[] = ['audio/webm;codecs=opus', 'audio/webm'];
/** Where WebM can not be written (Safari before 18.4). */
export const LAST_RECORDER_TYPES: readonly string[] = ['video/mp4'];
/** The recorder gives what it has this often, so that a page that dies has lost no more (the length is ours). */
export const RECORDER_SLICE_MS = 1_000;
/** A temporary download link is revoked after this time (spec §9). */
export const DOWNLOAD_LINK_LIFE_MS = 40_000;

/** Pictures that a canvas gives per second (spec §9). */
export const CANVAS_FRAMES_PER_SECOND = 25;
/** A canvas that nobody draws on is sent again this often: late subscribers see it too (the length is ours). */
export const CANVAS_REFRESH_MS = 1_000;

/** Samples that one measurement of the sound meter covers (spec §9). */
export const SOUND_METER_SAMPLES = 2_048;
/** Part of an older value in the slow one, for each measurement. */
export const SOUND_METER_DECAY = 0.95;
/** From this value on a sample counts as clipped. */
export const SOUND_METER_CLIP = 0.99;
/** How often the meter looks whether the stream has another track, and measures where there is no worklet. */
export const SOUND_METER_INTERVAL_MS = 400;
/** Who is at least this loud, of 1, talks: `judgeTalkingByInstantGE` of deployed clients. */
export const TALKING_THRESHOLD = 0.05;
/** Who was quieter for this long talks no more: pauses between words are shorter (the length is ours). */
export const TALKING_HOLD_MS = 400;

/** Points that a track buffer keeps (spec §9). */
export const TRACK_BUFFER_SIZE = 1_000;
/** Points that the buffer of moves and buttons together keeps of the moves (spec §9: in the buffer class). */
export const INPUT_TRACK_BUFFER_SIZE = 100;
/** Part of the points that goes when a track buffer is full (spec §9). */
export const TRACK_BUFFER_COMPACTION_RATIO = 0.25;
