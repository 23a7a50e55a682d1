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
const NOT_REPAIRED =
  'the file could not be completed and is kept as it is: see the log for the cause; once there is room on its disk, ' +
  'ffmpeg can read what it holds';
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

  /** A stream's recording has ended, and its writer could not complete the file. */
  async settleRepaired(record: RecordingRecord, conference: RecordedConference, endReason: string): Promise<void> {
    let content: RecordingContent | undefined;
    try {
      content = await repairWebm(this.files.pathOf(record));
    } catch (error) {
      this.ports.log.error({ err: error, recording: record.id }, 'a recording could not be repaired');
      const change = { state: 'failed', endedAt: this.ports.clock.now(), endReason, message: NOT_REPAIRED } as const;
      return this.failed(record, conference, change);
    }
    return this.settle(record, conference, content, endReason);
  }

  #troubled(record: RecordingRecord, conference: RecordedConference): void {
    const { id, endReason } = record;
    this.ports.log.warn({ recording: id, conference: conference.id, endReason }, 'a recording ended early');
    this.events.recordingTroubled(record, conference);
  }
}
