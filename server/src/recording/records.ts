import type { RecordingContent } from '../media/record.js';
import type { RecordingChange } from '../store/index.js';

/** The initial record of a new recording. */
export const EMPTY_RECORD = {
  streamId: null,
  streamType: null,
  memName: null,
  hasAudio: false,
  hasVideo: false,
  videoCodec: null,
  width: null,
  height: null,
  bytes: 0,
  durationMs: 0,
  endedAt: null,
  endReason: null,
  message: null,
  mergeAttempts: 0,
} as const;

/** Columns of a record that describe its file. */
export function describe({ bytes, durationMs, startedAt, kinds, video }: RecordingContent): RecordingChange {
  return {
    bytes,
    durationMs,
    ...(startedAt > 0 && { startedAt }),
    hasAudio: kinds.audio,
    hasVideo: kinds.video,
    videoCodec: video?.codec ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
  };
}
