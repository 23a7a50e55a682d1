import type { StreamType } from '@lectern/rtc/protocol';
import { and, asc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { Database } from './database.js';
import { appendEvents } from './events.js';
import { recordedConferences, recordings } from './schema.js';

/**
 * - `recording`: the media worker writes it
 * - `waiting`, `merging`: a merged recording that is queued, or being made
 * - `complete`, `failed`: final
 */
export type RecordingState = 'recording' | 'waiting' | 'merging' | 'complete' | 'failed';

export type RecordingKind = 'stream' | 'merged';

/** One recording, with or without its file. */
export interface RecordingRecord {
  readonly id: string;
  readonly conferenceId: string;
  readonly kind: RecordingKind;
  readonly state: RecordingState;
  /** For a stream's recording: the stream and its publisher. */
  readonly streamId: string | null;
  readonly streamType: StreamType | null;
  readonly memName: string | null;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** By rtpmap name. */
  readonly videoCodec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  readonly durationMs: number;
  /** Epoch ms of the first sample; time of the request until there is one. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  /** Description of the failure, and what to do. */
  readonly message: string | null;
  /** Attempts to make a merged recording, with the present one; 0 for others. */
  readonly mergeAttempts: number;
}

export type RecordingChange = Partial<Omit<RecordingRecord, 'id' | 'conferenceId' | 'kind'>>;

/** Data of a conference that are kept for as long as there are recordings of it. */
export interface RecordedConference {
  readonly id: string;
  readonly appKey: string;
  /** `memName`. */
  readonly creator: string;
  /** `memName` of the present admins, or of the admins at the end. */
  readonly admins: readonly string[];
  /** True if all streams are merged into one file after the end. */
  readonly isMerged: boolean;
  readonly endedAt: number | null;
}

/** Stores the index of recordings; the files are elsewhere. */
export interface RecordingStore {
  /** Stores a new or changed conference. */
  saveConference(conference: RecordedConference): Promise<void>;
  findConference(id: string): Promise<RecordedConference | undefined>;
  /** Conferences whose merged recording is still missing. */
  listUnmerged(): Promise<readonly RecordedConference[]>;
  insert(record: RecordingRecord): Promise<void>;
  update(id: string, change: RecordingChange): Promise<void>;
  /** Stores that a recording is complete together with its event: both or neither, and once. */
  complete(id: string, change: RecordingChange, event: OutgoingEvent | undefined): Promise<void>;
  /**
   * Makes a failed merged recording wait for new attempts. Undefined for every other recording, so that only one of
   * several calls at once has the record.
   */
  reopenMerge(id: string): Promise<RecordingRecord | undefined>;
  find(id: string): Promise<RecordingRecord | undefined>;
  /** Oldest first. */
  list(conferenceId: string): Promise<readonly RecordingRecord[]>;
  listInStates(states: readonly RecordingState[]): Promise<readonly RecordingRecord[]>;
  listEndedBefore(time: number): Promise<readonly RecordingRecord[]>;
  /** Deletes a recording, and its closed conference with the last one. */
  delete(id: string): Promise<void>;
  totalBytes(): Promise<number>;
}

/** Columns of a failed merged recording that is to be attempted anew. */
export const REOPENED = {
  state: 'waiting',
  endedAt: null,
  endReason: null,
  message: null,
  mergeAttempts: 0,
} as const;

type Row = typeof recordings.$inferSelect;

const toRecord = (row: Row): RecordingRecord => ({
  ...row,
  kind: row.kind as RecordingKind,
  state: row.state as RecordingState,
  streamType: row.streamType as StreamType | null,
});

type ConferenceRow = typeof recordedConferences.$inferSelect;

const toConference = ({ admins, ...row }: ConferenceRow): RecordedConference => ({
  ...row,
  admins: JSON.parse(admins) as string[],
});

export class SqlRecordingStore implements RecordingStore {
  constructor(private readonly db: Database) {}

  async saveConference({ admins, ...rest }: RecordedConference): Promise<void> {
    const row = { ...rest, admins: JSON.stringify(admins) };
    await this.db
      .insert(recordedConferences)
      .values(row)
      .onConflictDoUpdate({ target: recordedConferences.id, set: row });
  }

  async findConference(id: string): Promise<RecordedConference | undefined> {
    const [row] = await this.db.select().from(recordedConferences).where(eq(recordedConferences.id, id));
    return row && toConference(row);
  }

  async listUnmerged(): Promise<readonly RecordedConference[]> {
    const hasMerged = sql`EXISTS (SELECT 1 FROM recordings r WHERE r.conference_id = recorded_conferences.id AND r.kind = 'merged')`;
    const rows = await this.db
      .select()
      .from(recordedConferences)
      .where(and(eq(recordedConferences.isMerged, true), sql`NOT ${hasMerged}`));
    return rows.map(toConference);
  }

  async insert(record: RecordingRecord): Promise<void> {
    await this.db.insert(recordings).values(record);
  }

  async update(id: string, change: RecordingChange): Promise<void> {
    await this.db.update(recordings).set(change).where(eq(recordings.id, id));
  }

  async complete(id: string, change: RecordingChange, event: OutgoingEvent | undefined): Promise<void> {
    await this.db.transaction(async (transaction) => {
      // A committed write whose answer was lost is retried, and must not emit the event again.
      const isNews = and(eq(recordings.id, id), ne(recordings.state, 'complete'));
      const [changed] = await transaction.update(recordings).set(change).where(isNews).returning({ id: recordings.id });
      if (changed !== undefined && event !== undefined) await appendEvents(transaction, [event]);
    });
  }

  async reopenMerge(id: string): Promise<RecordingRecord | undefined> {
    const hasFailed = and(eq(recordings.id, id), eq(recordings.kind, 'merged'), eq(recordings.state, 'failed'));
    const [row] = await this.db.update(recordings).set(REOPENED).where(hasFailed).returning();
    return row && toRecord(row);
  }

  async find(id: string): Promise<RecordingRecord | undefined> {
    const [row] = await this.db.select().from(recordings).where(eq(recordings.id, id));
    return row && toRecord(row);
  }

  async list(conferenceId: string): Promise<readonly RecordingRecord[]> {
    const rows = await this.db
      .select()
      .from(recordings)
      .where(eq(recordings.conferenceId, conferenceId))
      .orderBy(asc(recordings.startedAt), asc(recordings.id));
    return rows.map(toRecord);
  }

  async listInStates(states: readonly RecordingState[]): Promise<readonly RecordingRecord[]> {
    const rows = await this.db
      .select()
      .from(recordings)
      .where(inArray(recordings.state, [...states]))
      .orderBy(asc(recordings.startedAt));
    return rows.map(toRecord);
  }

  async listEndedBefore(time: number): Promise<readonly RecordingRecord[]> {
    const isOver = and(isNotNull(recordings.endedAt), lt(recordings.endedAt, time));
    return (await this.db.select().from(recordings).where(isOver)).map(toRecord);
  }

  async delete(id: string): Promise<void> {
    await this.db.transaction(async (transaction) => {
      const [gone] = await transaction.delete(recordings).where(eq(recordings.id, id)).returning();
      if (gone === undefined) return;
      const hasOthers = sql`EXISTS (SELECT 1 FROM recordings r WHERE r.conference_id = ${gone.conferenceId})`;
      const isOver = and(eq(recordedConferences.id, gone.conferenceId), isNotNull(recordedConferences.endedAt));
      await transaction.delete(recordedConferences).where(and(isOver, sql`NOT ${hasOthers}`));
    });
  }

  async totalBytes(): Promise<number> {
    const [row] = await this.db.select({ bytes: sql<string | null>`sum(${recordings.bytes})` }).from(recordings);
    return Number(row?.bytes ?? 0);
  }
}
