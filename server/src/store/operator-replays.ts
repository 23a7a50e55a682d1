import { and, eq, lt } from 'drizzle-orm';
import type { Database } from './database.js';
import { operatorReplays } from './schema.js';

/** A creating call of the operator API, stored for repetitions. */
export interface ReplayRecord {
  /** Id of the API key. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  /** Digest of the request. */
  readonly request: string;
  /** Null while the call is in progress. */
  readonly answer: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export interface ReplayStore {
  /**
   * Stores the beginning of a call. @returns the call stored before under the same key, if any; nothing changes then
   */
  begin(record: ReplayRecord): Promise<ReplayRecord | undefined>;
  finish(keyId: string, idempotencyKey: string, answer: string): Promise<void>;
  /** The call failed without effect, and may be repeated. */
  forget(keyId: string, idempotencyKey: string): Promise<void>;
  /** Deletes calls from before a time. */
  prune(before: number): Promise<void>;
}

const isCall = (keyId: string, idempotencyKey: string) =>
  and(eq(operatorReplays.keyId, keyId), eq(operatorReplays.idempotencyKey, idempotencyKey));

export class SqlReplayStore implements ReplayStore {
  constructor(private readonly db: Database) {}

  async begin(record: ReplayRecord): Promise<ReplayRecord | undefined> {
    const noted = await this.db.insert(operatorReplays).values(record).onConflictDoNothing().returning();
    if (noted.length > 0) return undefined;
    const [known] = await this.db.select().from(operatorReplays).where(isCall(record.keyId, record.idempotencyKey));
    // It was deleted in between: the earlier call failed.
    return known ?? this.begin(record);
  }

  async finish(keyId: string, idempotencyKey: string, answer: string): Promise<void> {
    await this.db.update(operatorReplays).set({ answer }).where(isCall(keyId, idempotencyKey));
  }

  async forget(keyId: string, idempotencyKey: string): Promise<void> {
    await this.db.delete(operatorReplays).where(isCall(keyId, idempotencyKey));
  }

  async prune(before: number): Promise<void> {
    await this.db.delete(operatorReplays).where(lt(operatorReplays.startedAt, before));
  }
}
