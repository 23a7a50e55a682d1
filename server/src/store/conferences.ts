import type { ConferenceType } from '@lectern/rtc/protocol';
import { and, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ConferenceConfig } from '../conference/model.js';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { Database } from './database.js';
import { appendEvents } from './events.js';
import { conferenceFacts, conferences } from './schema.js';

/** Stored record of a conference. */
export interface ConferenceRecord {
  readonly id: string;
  readonly appKey: string;
  readonly roomName: string | null;
  readonly type: ConferenceType;
  readonly passwordHash: string;
  /** `memName`. */
  readonly creator: string;
  readonly config: ConferenceConfig;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface StoredConference extends ConferenceRecord {
  /** JSON texts by key. */
  readonly facts: ReadonlyMap<string, string>;
}

export interface FactWrite {
  /** JSON texts by key; null for a deleted fact. */
  readonly changes: ReadonlyMap<string, string | null>;
  /** Events about these changes, for delivery outside. */
  readonly events: readonly OutgoingEvent[];
  /** Time of the conference's end, if it has ended; its facts are deleted then. */
  readonly endedAt: number | undefined;
}

/** Stores facts of conferences. */
export interface ConferenceStore {
  /** The caller ensures that no conference of the same room is open; one that is still stored as open is closed. */
  insert(record: ConferenceRecord): Promise<void>;
  /** Atomic. */
  save(conferenceId: string, write: FactWrite): Promise<void>;
  /** Deletes conferences that were closed before a time. */
  deleteClosed(before: number): Promise<void>;
  /** Every conference that is stored as open, oldest first. */
  listOpen(): Promise<readonly StoredConference[]>;
}

/** Rows per statement, which allows 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

function chunks<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) parts.push(rows.slice(at, at + ROWS_PER_STATEMENT));
  return parts;
}

export class SqlConferenceStore implements ConferenceStore {
  constructor(private readonly db: Database) {}

  async insert(record: ConferenceRecord): Promise<void> {
    const { appKey, roomName, createdAt } = record;
    await this.db.transaction(async (transaction) => {
      if (roomName !== null) {
        // The write of the end of the room's last conference may be pending, or was lost.
        const isSameRoom = and(eq(conferences.appKey, appKey), eq(conferences.roomName, roomName));
        await transaction
          .update(conferences)
          .set({ closedAt: createdAt })
          .where(and(isSameRoom, isNull(conferences.closedAt)));
      }
      await transaction.insert(conferences).values(record);
    });
  }

  async save(conferenceId: string, { changes, events, endedAt }: FactWrite): Promise<void> {
    const isOfThis = eq(conferenceFacts.conferenceId, conferenceId);
    if (endedAt !== undefined) {
      await this.db.transaction(async (transaction) => {
        await transaction.update(conferences).set({ closedAt: endedAt }).where(eq(conferences.id, conferenceId));
        await transaction.delete(conferenceFacts).where(isOfThis);
        await appendEvents(transaction, events);
      });
      return;
    }
    const entries = [...changes];
    const rows = entries.flatMap(([key, value]) => (value === null ? [] : [{ conferenceId, key, value }]));
    const gone = entries.filter(([, value]) => value === null).map(([key]) => key);
    await this.db.transaction(async (transaction) => {
      for (const keys of chunks(gone)) {
        await transaction.delete(conferenceFacts).where(and(isOfThis, inArray(conferenceFacts.key, keys)));
      }
      for (const values of chunks(rows)) {
        await transaction
          .insert(conferenceFacts)
          .values(values)
          .onConflictDoUpdate({
            target: [conferenceFacts.conferenceId, conferenceFacts.key],
            set: { value: sql`excluded.value` },
          });
      }
      await appendEvents(transaction, events);
    });
  }

  async deleteClosed(before: number): Promise<void> {
    await this.db.delete(conferences).where(lt(conferences.closedAt, before));
  }

  async listOpen(): Promise<readonly StoredConference[]> {
    const open = await this.db
      .select()
      .from(conferences)
      .where(isNull(conferences.closedAt))
      .orderBy(conferences.createdAt);
    if (open.length === 0) return [];
    // Joined rather than listed by id: a statement allows 65,535 parameters.
    const known = await this.db
      .select(getTableColumns(conferenceFacts))
      .from(conferenceFacts)
      .innerJoin(conferences, eq(conferences.id, conferenceFacts.conferenceId))
      .where(isNull(conferences.closedAt));
    const facts = new Map<string, Map<string, string>>(open.map((row) => [row.id, new Map()]));
    for (const { conferenceId, key, value } of known) facts.get(conferenceId)?.set(key, value);
    return open.map((row) => ({
      id: row.id,
      appKey: row.appKey,
      roomName: row.roomName,
      type: row.type as ConferenceType,
      passwordHash: row.passwordHash,
      creator: row.creator,
      config: row.config,
      createdAt: row.createdAt,
      facts: facts.get(row.id) ?? new Map<string, string>(),
    }));
  }
}
