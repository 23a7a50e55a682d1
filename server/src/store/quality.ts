import type { QualityRecordType } from '@lectern/rtc/protocol';
import { and, asc, eq, gte, lt, lte, notExists, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.js';
import { qualityConferences, qualityRecords } from './schema.js';

/** Stored columns of one record of a client. */
export interface QualityRecord {
  readonly conferenceId: string;
  /** Sender, as proven by its socket. */
  readonly memName: string;
  /** Null until the sender has proven its member id. */
  readonly memId: string | null;
  /** One conference of one client, over all of its sockets; `counterId` identifies a record within it. */
  readonly uploadId: string;
  readonly counterId: number;
  readonly type: QualityRecordType;
  /** Event code, in a record of type 2. */
  readonly event: number | null;
  readonly streamId: string | null;
  /** By the client's clock, in epoch ms. */
  readonly time: number;
  /** By the server's clock. */
  readonly receivedAt: number;
  /** The record as JSON text, without secrets and without the values of the other fields. */
  readonly body: string;
}

export interface StoredQualityRecord extends QualityRecord {
  readonly id: number;
}

/** Owner of records; kept for as long as there are some. */
export interface QualityConference {
  readonly id: string;
  readonly appKey: string;
  /** `memName`. */
  readonly creator: string;
  /** `memName` of the admins at the time of the last record. */
  readonly admins: readonly string[];
  readonly lastAt: number;
}

/** Summary of the records of one member of a conference. */
export interface QualityMember {
  readonly memName: string;
  /** Time of its first and last record, by the client's clock. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** The newest record of type 0, which identifies the client. */
  readonly client: string | null;
}

/** Position after a record in the order of time. */
export interface QualityCursor {
  readonly time: number;
  readonly id: number;
}

export interface QualityQuery {
  readonly conferenceId: string;
  readonly memName: string;
  readonly memId?: string | undefined;
  readonly type?: QualityRecordType | undefined;
  readonly event?: number | undefined;
  readonly streamId?: string | undefined;
  /** Both included, epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: QualityCursor | undefined;
  readonly limit: number;
}

/** Stores quality records. */
export interface QualityStore {
  /** Stores new or changed conferences. */
  saveConferences(conferences: readonly QualityConference[]): Promise<void>;
  findConference(id: string): Promise<QualityConference | undefined>;
  /** Stores records, all or none; known records are skipped. @returns the number of new ones */
  append(records: readonly QualityRecord[]): Promise<number>;
  /** By name. */
  members(conferenceId: string): Promise<readonly QualityMember[]>;
  /** In the order of their time. */
  list(query: QualityQuery): Promise<readonly StoredQualityRecord[]>;
  /**
   * Deletes some of the records from before a time, or older than the newest `maxRecords`, and conferences without
   * records from before it. @returns the number of deleted records; more may be left when there were any
   */
  prune(before: number, maxRecords: number): Promise<number>;
}

/** Few enough that the deletion does not delay other queries. */
const PRUNED_AT_A_TIME = 5_000;

export class SqlQualityStore implements QualityStore {
  constructor(private readonly db: Database) {}

  async saveConferences(conferences: readonly QualityConference[]): Promise<void> {
    if (conferences.length === 0) return;
    await this.db
      .insert(qualityConferences)
      .values(conferences.map(({ admins, ...rest }) => ({ ...rest, admins: JSON.stringify(admins) })))
      .onConflictDoUpdate({
        target: qualityConferences.id,
        set: { admins: sql`excluded.admins`, lastAt: sql`excluded.last_at` },
      });
  }

  async findConference(id: string): Promise<QualityConference | undefined> {
    const [row] = await this.db.select().from(qualityConferences).where(eq(qualityConferences.id, id));
    return row && { ...row, admins: JSON.parse(row.admins) as string[] };
  }

  async append(records: readonly QualityRecord[]): Promise<number> {
    // One parameter for each column, whatever the number of records: thousands of parameters cost more than the insert.
    const column = <T>(read: (record: QualityRecord) => T) => sql.param(records.map(read));
    const { rowCount } = await this.db.execute(sql`
      INSERT INTO quality_records (conference_id, mem_name, mem_id, upload_id, counter_id, type, event, stream_id, time, received_at, body)
      SELECT * FROM unnest(
        ${column((record) => record.conferenceId)}::text[],
        ${column((record) => record.memName)}::text[],
        ${column((record) => record.memId)}::text[],
        ${column((record) => record.uploadId)}::text[],
        ${column((record) => record.counterId)}::integer[],
        ${column((record) => record.type)}::smallint[],
        ${column((record) => record.event)}::smallint[],
        ${column((record) => record.streamId)}::text[],
        ${column((record) => record.time)}::bigint[],
        ${column((record) => record.receivedAt)}::bigint[],
        ${column((record) => record.body)}::text[]
      )
      ON CONFLICT (conference_id, mem_name, upload_id, counter_id) DO NOTHING
    `);
    return rowCount ?? 0;
  }

  async members(conferenceId: string): Promise<readonly QualityMember[]> {
    // Skips from name to name by the index: a long conference has hundreds of thousands of records.
    const { rows } = await this.db.execute<{
      mem_name: string;
      first: string;
      last: string;
      client: string | null;
    }>(sql`
      WITH RECURSIVE names (mem_name) AS (
        (SELECT mem_name FROM quality_records WHERE conference_id = ${conferenceId} ORDER BY mem_name LIMIT 1)
        UNION ALL
        SELECT (
          SELECT r.mem_name FROM quality_records r
          WHERE r.conference_id = ${conferenceId} AND r.mem_name > names.mem_name ORDER BY r.mem_name LIMIT 1
        ) FROM names WHERE names.mem_name IS NOT NULL
      )
      SELECT names.mem_name, first.time AS first, last.time AS last, client.body AS client
      FROM names
      CROSS JOIN LATERAL (
        SELECT time FROM quality_records r WHERE r.conference_id = ${conferenceId} AND r.mem_name = names.mem_name
        ORDER BY time LIMIT 1
      ) first
      CROSS JOIN LATERAL (
        SELECT time FROM quality_records r WHERE r.conference_id = ${conferenceId} AND r.mem_name = names.mem_name
        ORDER BY time DESC LIMIT 1
      ) last
      LEFT JOIN LATERAL (
        SELECT body FROM quality_records r
        WHERE r.conference_id = ${conferenceId} AND r.mem_name = names.mem_name AND r.type = 0
        ORDER BY time DESC LIMIT 1
      ) client ON true
      ORDER BY names.mem_name
    `);
    return rows.map(({ mem_name: memName, first, last, client }) => ({
      memName,
      firstTime: Number(first),
      lastTime: Number(last),
      client,
    }));
  }

  async list(query: QualityQuery): Promise<readonly StoredQualityRecord[]> {
    const rows = await this.db
      .select()
      .from(qualityRecords)
      .where(and(...conditions(query)))
      .orderBy(asc(qualityRecords.time), asc(qualityRecords.id))
      .limit(query.limit);
    return rows.map((row) => ({ ...row, type: row.type as QualityRecordType }));
  }

  async prune(before: number, maxRecords: number): Promise<number> {
    const { rowCount } = await this.db.execute(sql`
      DELETE FROM quality_records WHERE id IN (SELECT id FROM quality_records ORDER BY id LIMIT ${PRUNED_AT_A_TIME})
      AND (received_at < ${before} OR id <= (SELECT max(id) FROM quality_records) - ${maxRecords})
    `);
    const records = this.db.select().from(qualityRecords).where(eq(qualityRecords.conferenceId, qualityConferences.id));
    await this.db.delete(qualityConferences).where(and(lt(qualityConferences.lastAt, before), notExists(records)));
    return rowCount ?? 0;
  }
}

function conditions(query: QualityQuery): (SQL | undefined)[] {
  const { memId, type, event, streamId, from, to, after } = query;
  return [
    eq(qualityRecords.conferenceId, query.conferenceId),
    eq(qualityRecords.memName, query.memName),
    memId === undefined ? undefined : eq(qualityRecords.memId, memId),
    type === undefined ? undefined : eq(qualityRecords.type, type),
    event === undefined ? undefined : eq(qualityRecords.event, event),
    streamId === undefined ? undefined : eq(qualityRecords.streamId, streamId),
    from === undefined ? undefined : gte(qualityRecords.time, from),
    to === undefined ? undefined : lte(qualityRecords.time, to),
    after && sql`(${qualityRecords.time}, ${qualityRecords.id}) > (${after.time}, ${after.id})`,
  ];
}
