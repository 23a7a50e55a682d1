import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { Database, Transaction } from './database.js';
import { eventCursors, events, webhookOutbox } from './schema.js';

/** A stored event. */
export interface StoredEvent {
  /** Rises in the order in which events become visible, with gaps. */
  readonly position: number;
  readonly body: string;
}

/** The log of conference events, and the cursors of its consumers. */
export interface EventStore {
  /** Events of an application with a higher position, oldest first. */
  listAfter(appKey: string, position: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Position of the newest event; 0 without any. */
  latest(): Promise<number>;
  /** Undefined for a new consumer. */
  cursor(consumer: string): Promise<number | undefined>;
  saveCursor(consumer: string, position: number): Promise<void>;
  /** Deletes events from before a time. */
  prune(before: number): Promise<void>;
}

/** Any number, other than that of the migrations. */
const APPEND_LOCK = 76_310_425;

/**
 * Writes events as the last statements of a transaction. Writers wait for one another until they commit, so that
 * positions become visible in order, and no reader skips one that is not committed yet.
 */
export async function appendEvents(transaction: Transaction, added: readonly OutgoingEvent[]): Promise<void> {
  if (added.length === 0) return;
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`);
  await transaction
    .insert(events)
    .values(
      added.map(({ id, appKey, conferenceId, body, createdAt }) => ({ id, appKey, conferenceId, body, createdAt })),
    );
  const queued = added.filter(({ isQueued }) => isQueued);
  if (queued.length === 0) return;
  await transaction
    .insert(webhookOutbox)
    .values(queued.map(({ id, conferenceId, body, createdAt }) => ({ id, conferenceId, body, createdAt })));
}

export class SqlEventStore implements EventStore {
  constructor(private readonly db: Database) {}

  async listAfter(appKey: string, position: number, limit: number): Promise<readonly StoredEvent[]> {
    return this.db
      .select({ position: events.position, body: events.body })
      .from(events)
      .where(and(eq(events.appKey, appKey), gt(events.position, position)))
      .orderBy(asc(events.position))
      .limit(limit);
  }

  async latest(): Promise<number> {
    const [row] = await this.db
      .select({ position: events.position })
      .from(events)
      .orderBy(desc(events.position))
      .limit(1);
    return row?.position ?? 0;
  }

  async cursor(consumer: string): Promise<number | undefined> {
    const [row] = await this.db.select().from(eventCursors).where(eq(eventCursors.consumer, consumer));
    return row?.position;
  }

  async saveCursor(consumer: string, position: number): Promise<void> {
    await this.db
      .insert(eventCursors)
      .values({ consumer, position })
      .onConflictDoUpdate({ target: eventCursors.consumer, set: { position } });
  }

  async prune(before: number): Promise<void> {
    await this.db.delete(events).where(lt(events.createdAt, before));
  }
}
