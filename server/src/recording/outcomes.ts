import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import type { RecordingContent } from '../media/record.js';
import { repairWebm } from '../media/recorder/repair.js';
import type { RecordedConference, RecordingChange, RecordingRecord, RecordingStore } from '../store/index.js';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { RecordingEvents } from './events.js';
import type { RecordingFiles } from './files.js';
import { RetryingWrites } from './retrying-writes.js';
import { describe } from './records.js';

/** Notifications about recordings for the operator's program. */
export interface RecordingNews {
  /** The event that a recording is ready, to be stored with it. */
  ready(record: RecordingRecord, conference: RecordedConference): OutgoingEvent;
  /** The event was stored. */
  stored(conferenceId: string): void;
}

export interface OutcomePorts {
  readonly clock: Clock;
  readonly store: RecordingStore;
  readonly log: Logger;
  readonly news?: RecordingNews | undefined;
}

const NOTHING_RECORDED = 'no sound or picture was sent while it was recorded';
/** Unintended ends of a recording. */
const TROUBLES: readonly string[] = ['disk', 'disk-full', 'total-limit', 'limit'];

/** Writes results of recordings, for as long as the database is unreachable, and emits their events. */
export class Outcomes {
  readonly writes: RetryingWrites;

  constructor(
    private readonly files: RecordingFiles,
    private readonly ports: OutcomePorts,
    private readonly events: RecordingEvents,
  ) {
    this.writes = new RetryingWrites(ports.clock, ports.log);
  }

  /** A stream's recording has ended; `content` describes its file. */
  async settle(
    record: RecordingRecord,
    conference: RecordedConference,
    content: RecordingContent | undefined,
    endReason: string,
  ): Promise<void> {
    const endedAt = this.ports.clock.now();
    if (content === undefined || content.bytes === 0 || content.durationMs === 0) {
      await this.files.remove(record);
      const change = { state: 'failed', endedAt, endReason, message: NOTHING_RECORDED } as const;
      return this.failed(record, conference, change);
    }
    const change: RecordingChange = { state: 'complete', endedAt, endReason, ...describe(content) };
    await this.ready(record, conference, change);
    if (TROUBLES.includes(endReason)) this.#troubled({ ...record, ...change }, conference);
  }

  /** A recording can be fetched. The event is written in the same transaction, so that it survives a killed server. */
  async ready(record: RecordingRecord, conference: RecordedConference, change: RecordingChange): Promise<void> {
    const { news, store } = this.ports;
    const told = { ...record, ...change };
    const event = news?.ready(told, conference);
    await this.writes.run(() => store.complete(record.id, change, event));
    news?.stored(conference.id);
    this.events.recordingReady(told, conference);
  }

  /** A recording failed. */
  async failed(record: RecordingRecord, conference: RecordedConference, change: RecordingChange): Promise<void> {
    await this.writes.run(() => this.ports.store.update(record.id, change));
    this.#troubled({ ...record, ...change }, conference);
  }

  /** Repairs and reads the file of a recording whose writer died. */
  async repair(record: RecordingRecord): Promise<RecordingContent | undefined> {
    try {
      return await repairWebm(this.files.pathOf(record));
    } catch (error) {
      this.ports.log.warn({ err: error, recording: record.id }, 'a recording could not be repaired');
      return undefined;
    }
  }

  #troubled(record: RecordingRecord, conference: RecordedConference): void {
    const { id, endReason } = record;
    this.ports.log.warn({ recording: id, conference: conference.id, endReason }, 'a recording ended early');
    this.events.recordingTroubled(record, conference);
  }
}
