import type { ConferenceType, Role } from '@lectern/rtc/protocol';
import { and, eq, getTableColumns, isNull, lt } from 'drizzle-orm';
import type { Database } from './database.js';
import { conferenceRoles, conferences } from './schema.js';

/** What is known of a conference for good. */
export interface ConferenceRecord {
  readonly id: string;
  readonly appKey: string;
  readonly roomName: string | null;
  readonly type: ConferenceType;
  readonly passwordHash: string;
  /** `memName`. */
  readonly creator: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface StoredConference extends ConferenceRecord {
  readonly roles: ReadonlyMap<string, Role>;
}

/** Where conference facts are kept. */
export interface ConferenceStore {
  /** The caller knows that no conference of the same room is alive; one that is still written as open is closed. */
  insert(record: ConferenceRecord): Promise<void>;
  saveRole(conferenceId: string, memName: string, role: Role, at: number): Promise<void>;
  markClosed(conferenceId: string, at: number): Promise<void>;
  /** Forgets conferences that were closed before. */
  deleteClosed(before: number): Promise<void>;
  /** Every conference that was not closed, oldest first. */
  listOpen(): Promise<readonly StoredConference[]>;
}

export class SqlConferenceStore implements ConferenceStore {
  constructor(private readonly db: Database) {}

  async insert(record: ConferenceRecord): Promise<void> {
    const { appKey, roomName, createdAt } = record;
    await this.db.transaction(async (transaction) => {
      if (roomName !== null) {
        // The word that the room's last conference has ended may be on its way still, or was lost.
        const isSameRoom = and(eq(conferences.appKey, appKey), eq(conferences.roomName, roomName));
        await transaction
          .update(conferences)
          .set({ closedAt: createdAt })
          .where(and(isSameRoom, isNull(conferences.closedAt)));
      }
      await transaction.insert(conferences).values(record);
    });
  }

  async saveRole(conferenceId: string, memName: string, role: Role, at: number): Promise<void> {
    await this.db
      .insert(conferenceRoles)
      .values({ conferenceId, memName, role, grantedAt: at })
      .onConflictDoUpdate({
        target: [conferenceRoles.conferenceId, conferenceRoles.memName],
        set: { role, grantedAt: at },
      });
  }

  async markClosed(conferenceId: string, at: number): Promise<void> {
    await this.db.update(conferences).set({ closedAt: at }).where(eq(conferences.id, conferenceId));
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
    // Joined rather than listed by id: a statement takes 65,535 parameters at most.
    const granted = await this.db
      .select(getTableColumns(conferenceRoles))
      .from(conferenceRoles)
      .innerJoin(conferences, eq(conferences.id, conferenceRoles.conferenceId))
      .where(isNull(conferences.closedAt));
    const roles = new Map<string, Map<string, Role>>(open.map((row) => [row.id, new Map()]));
    for (const { conferenceId, memName, role } of granted) roles.get(conferenceId)?.set(memName, role as Role);
    return open.map((row) => ({
      id: row.id,
      appKey: row.appKey,
      roomName: row.roomName,
      type: row.type as ConferenceType,
      passwordHash: row.passwordHash,
      creator: row.creator,
      createdAt: row.createdAt,
      roles: roles.get(row.id) ?? new Map<string, Role>(),
    }));
  }
}
