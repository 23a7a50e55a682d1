import type { LiveConference } from '../conference/registry.js';
import { type Disk, FfmpegMerger, realDisk, RecordingDirector, Recordings } from '../recording/index.js';
import { recordingReady } from '../webhooks/events.js';
import type { EventLog } from '../events/index.js';
import type { Core } from './core.js';

/** Recordings, and the director that starts and stops them as conferences require. */
export interface RecordingServices {
  readonly recordings: Recordings;
  readonly director: RecordingDirector;
}

interface RecordingOptions {
  readonly core: Core;
  readonly events: EventLog;
  /** The disk for recordings; the machine's own when undefined. */
  readonly disk: Disk | undefined;
  /** Undefined for a closed conference. Called only after everything is composed. */
  readonly conferenceById: (conferenceId: string) => LiveConference | undefined;
}

/** Builds recordings and their director. */
export function composeRecordings({ core, events, disk, conferenceById }: RecordingOptions): RecordingServices {
  const { config, clock, engine, log, store } = core;
  const recordings = new Recordings(
    config.DATA_DIR,
    {
      maxBytes: config.RECORDING_MAX_BYTES,
      totalBytes: config.RECORDING_TOTAL_BYTES,
      minFreeBytes: config.RECORDING_MIN_FREE_BYTES,
      retentionMs: config.RECORDING_RETENTION_MS,
    },
    {
      clock,
      engine,
      store: store.recordings,
      disk: disk ?? realDisk,
      merge: new FfmpegMerger(config.FFMPEG_PATH),
      log: log.child({ part: 'recording' }),
      news: {
        ready: (record, { id, appKey }) => {
          const known = conferenceById(id)?.record;
          return events.prepare(known ?? { id, appKey, roomName: null, type: null }, recordingReady(record));
        },
        stored: (conferenceId) => events.stored(conferenceId),
      },
    },
  );
  const director = new RecordingDirector({
    recordings,
    identify: (conferenceId) => conferenceById(conferenceId)?.record,
    log,
  });
  return { recordings, director };
}
