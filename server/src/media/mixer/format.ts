/** The audio format inside the mixer: mono, 48 kHz, 20 ms at a time. */

export const SAMPLE_RATE = 48_000;
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
export const FRAME_MS = 20;
/** Samples of one frame. */
export const FRAME = FRAME_MS * SAMPLES_PER_MS;
/** Full scale of a 16 bit sample. */
export const FULL_SCALE = 32_767;
