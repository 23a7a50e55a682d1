/** Video and audio that identify their sender, and their readers. */
export { writeGrainVideo, writePatternVideo, writeToneAudio, type PatternFileOptions } from './files.js';
export type { ElementReport, PageReader } from './page-reader.js';
export { pageCameraScript, pageReaderScript } from './page-scripts.js';
export { framesBetween } from './pattern.js';
export { launchPatternChromium, type PatternChromium } from './pattern-chromium.js';
export { TONE_COUNT, toneHz } from './tone.js';
export type { VideoReport } from './video-log.js';
