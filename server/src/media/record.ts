/** The recording part of the engine port: a source as it is forwarded, written to a file by the worker. */

export interface RecordRequest {
  readonly roomId: string;
  /** Unique over the engine's life. */
  readonly recordingId: string;
  readonly sourceId: string;
  /** Absolute path of a WebM file that does not exist yet; its folder does. */
  readonly file: string;
  /** The recording ends by itself, with `limit`, when the file has this size. */
  readonly maxBytes: number;
}

/** Why a recording ended: asked for, the source is gone, size limit, disk error, or the worker died. */
export type RecordingEnd = 'stopped' | 'source-closed' | 'limit' | 'disk' | 'worker-lost';

export interface RecordingResult {
  readonly recordingId: string;
  readonly end: RecordingEnd;
  readonly bytes: number;
  readonly durationMs: number;
  /** Epoch ms of the first sample. */
  readonly startedAt: number;
}

export interface RecordEngine {
  /** Resolves when the file is open. A republished source goes on in the same file. @throws {MediaError} `no-source`, `engine-down` */
  startRecording(request: RecordRequest): Promise<void>;
  /** Ends a recording; `recordingEnded` follows once the file is complete. Unknown ids are ignored. */
  stopRecording(recordingId: string): void;
}

export interface RecordEngineEvents {
  recordingEnded: (result: RecordingResult) => void;
}
