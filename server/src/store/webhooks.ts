import { asc, desc, eq, lt, lte } from 'drizzle-orm';
import type { OutgoingEvent } from '../webhooks/events.js';
import type { Database } from './database.js';
import { webhookOutbox } from './schema.js';

export interface QueuedEvent extends Omit<OutgoingEvent, 'appKey' | 'isQueued'> {
  /** Rises in the order of storing. */
  readonly position: number;
}

/** Undelivered events. Those of conferences are stored with the facts they report. */
export interface WebhookStore {
  append(event: OutgoingEvent): Promise<void>;
  /** Conferences with undelivered events. */
  waiting(): Promise<readonly string[]>;
  /** The oldest event of a conference. */
  oldest(conferenceId: string): Promise<QueuedEvent | undefined>;
  delivered(position: number): Promise<void>;
  /** Drops events older than a time, and the oldest above a number. @returns the number of dropped events */
  trim(before: number, limit: number): Promise<number>;
}

export class SqlWebhookStore implements WebhookStore {
  constructor(private readonly db: Database) {}

  async append(event: OutgoingEvent): Promise<void> {
    const { id, conferenceId, body, createdAt } = event;
    await this.db.insert(webhookOutbox).values({ id, conferenceId, body, createdAt });
  }

  async waiting(): Promise<readonly string[]> {
    const rows = await this.db.selectDistinct({ id: webhookOutbox.conferenceId }).from(webhookOutbox);
    return rows.map(({ id }) => id);
  }

  async oldest(conferenceId: string): Promise<QueuedEvent | undefined> {
    const [row] = await this.db
      .select()
      .from(webhookOutbox)
      .where(eq(webhookOutbox.conferenceId, conferenceId))
      .orderBy(asc(webhookOutbox.position))
      .limit(1);
    return row;
  }

  async delivered(position: number): Promise<void> {
    await this.db.delete(webhookOutbox).where(eq(webhookOutbox.position, position));
  }

  async trim(before: number, limit: number): Promise<number> {
    const old = await this.db.delete(webhookOutbox).where(lt(webhookOutbox.createdAt, before));
    const [excess] = await this.db
      .select({ position: webhookOutbox.position })
      .from(webhookOutbox)
      .orderBy(desc(webhookOutbox.position))
      .offset(limit)
      .limit(1);
    if (excess === undefined) return old.rowCount ?? 0;
    const many = await this.db.delete(webhookOutbox).where(lte(webhookOutbox.position, excess.position));
    return (old.rowCount ?? 0) + (many.rowCount ?? 0);
  }
}
