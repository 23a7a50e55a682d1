/** Recordings: selection of streams, files, index, and merging. */
export { RecordingRefused, type RecordedStream, type RecordingConference } from './active.js';
export { type ConferenceIdentity, RecordingDirector } from './director.js';
export type { RecordingEvents } from './events.js';
export { realDisk, type Disk, type RecordingFiles } from './files.js';
export { FfmpegMerger, MergeError, type MergeRunner } from './merge/runner.js';
export type { RecordingNews } from './outcomes.js';
export { Recordings, type RecordingLimits } from './service.js';
