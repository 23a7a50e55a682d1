import type { Clock } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { RecorderState } from './transitions.js';

/** The browser's recorder, e.g. `MediaRecorder`. */
export interface RecorderConstructor {
  new (media: MediaStream, options: MediaRecorderOptions): MediaRecorder;
  isTypeSupported(type: string): boolean;
}

/** Options of a recording. */
export interface RecorderOptions {
  /** Overrides the choice of the first supported of vp9, vp8 and plain webm (spec §9). */
  readonly mimeType?: string;
  /** kbit/s; by default the browser's choice. */
  readonly videoBitrate?: number;
  readonly audioBitrate?: number;
  /** By default the page's `MediaRecorder`. */
  readonly recorder?: RecorderConstructor;
  /** Adds duration and index to the file; by default the package's own code, loaded on demand. */
  readonly repair?: (raw: Blob) => Promise<Blob>;
  readonly clock?: Clock;
}

/** State of a recorder. */
export interface RecorderSnapshot {
  readonly state: RecorderState;
  /** Container and codecs, once it records. */
  readonly mimeType: string | undefined;
  /** Recorded so far. */
  readonly bytes: number;
}

/** Result of a recording. */
export interface Recording {
  readonly blob: Blob;
  /** Container and codecs, e.g. `video/webm;codecs=vp9,opus`. */
  readonly mimeType: string;
  /** Recorded time, in ms, without the pauses. */
  readonly durationMs: number;
  /**
   * True if the file has a duration and an index. Otherwise it plays only from start to end, and `error` has the
   * reason.
   */
  readonly isSeekable: boolean;
  /** Error that ended the recording early, or kept the file from being repaired. */
  readonly error: LecternError | undefined;
  /**
   * Saves the file in the browser; the temporary link lives for 40 s (spec §9). By default `recording.webm` or `.mp4`.
   */
  download(fileName?: string): void;
}

/** Events of a recording. */
export interface RecorderEvents {
  stateChanged: (state: RecorderState, previous: RecorderState) => void;
  /** The file is ready: `stop` was called, the recorded stream has ended, or the browser failed. */
  finished: (recording: Recording) => void;
}
