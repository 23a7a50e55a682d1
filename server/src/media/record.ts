/** The recording part of the engine port: a worker writes a forwarded source to a file. */
import type { MediaKinds } from './engine.js';

export interface RecordRequest {
  readonly roomId: string;
  /** Unique over the engine's life. */
  readonly recordingId: string;
  readonly sourceId: string;
  /** Absolute path of a WebM file that does not exist yet; its folder does. */
  readonly file: string;
  /** The recording ends with `limit` when the file reaches this size. */
  readonly maxBytes: number;
}

/**
 * Cause of a recording's end: requested, source closed, size limit, disk error, the source changed to a codec that does
 * not fit into the same file, or the worker died.
 */
export type RecordingEnd = 'stopped' | 'source-closed' | 'limit' | 'disk' | 'codec-changed' | 'worker-lost';

/** Content of a recorded file. */
export interface RecordingContent {
  readonly bytes: number;
  readonly durationMs: number;
  /** Epoch ms of the first sample; 0 where there is none. */
  readonly startedAt: number;
  readonly kinds: MediaKinds;
  /** Codec of the video by rtpmap name and its largest size; absent without video. */
  readonly video?: { readonly codec: string; readonly width: number; readonly height: number };
}

export interface RecordingResult extends RecordingContent {
  readonly recordingId: string;
  /** After `worker-lost` and `disk` the content is not what the file holds, which has to be repaired and read. */
  readonly end: RecordingEnd;
}

export interface RecordEngine {
  /**
   * Resolves when the file is open. A republished source continues in the same file. @throws {MediaError} `no-source`,
   * `engine-down`
   */
  startRecording(request: RecordRequest): Promise<void>;
  /** Ends a recording; `recordingEnded` follows once the file is complete. Unknown ids are ignored. */
  stopRecording(recordingId: string): void;
}

export interface RecordEngineEvents {
  recordingEnded: (result: RecordingResult) => void;
}
