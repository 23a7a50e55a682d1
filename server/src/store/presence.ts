import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from './database.js';
import { presenceWatches } from './schema.js';

/** A subscription to the presence of a user. */
export interface PresenceWatch {
  readonly appKey: string;
  readonly watcher: string;
  readonly watched: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Stores presence subscriptions. */
export interface PresenceStore {
  /** Unexpired subscriptions; deletes the others. */
  list(now: number): Promise<readonly PresenceWatch[]>;
  /** A repeated subscription changes the expiry. */
  watch(watches: readonly PresenceWatch[]): Promise<void>;
  unwatch(appKey: string, watcher: string, watched: readonly string[]): Promise<void>;
}

export class SqlPresenceStore implements PresenceStore {
  constructor(private readonly db: Database) {}

  async list(now: number): Promise<readonly PresenceWatch[]> {
    await this.db.delete(presenceWatches).where(lte(presenceWatches.until, now));
    return this.db.select().from(presenceWatches).where(gt(presenceWatches.until, now));
  }

  async watch(watches: readonly PresenceWatch[]): Promise<void> {
    if (watches.length === 0) return;
    await this.db
      .insert(presenceWatches)
      .values([...watches])
      .onConflictDoUpdate({
        target: [presenceWatches.appKey, presenceWatches.watcher, presenceWatches.watched],
        set: { until: sql`excluded.until` },
      });
  }

  async unwatch(appKey: string, watcher: string, watched: readonly string[]): Promise<void> {
    if (watched.length === 0) return;
    await this.db
      .delete(presenceWatches)
      .where(
        and(
          eq(presenceWatches.appKey, appKey),
          eq(presenceWatches.watcher, watcher),
          inArray(presenceWatches.watched, [...watched]),
        ),
      );
  }
}
