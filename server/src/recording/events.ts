import type { RecordedConference, RecordingRecord } from '../store/index.js';

/** Events of recordings, for webhooks. */
export interface RecordingEvents {
  /** The file of a recording is complete and can be fetched. */
  recordingReady: (record: RecordingRecord, conference: RecordedConference) => void;
  /** A recording ended without a file, or because the disk or a limit ended it. */
  recordingTroubled: (record: RecordingRecord, conference: RecordedConference) => void;
}
