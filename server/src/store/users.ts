import { and, eq, gt } from 'drizzle-orm';
import type { Database } from './database.js';
import { tokenRevocations, users } from './schema.js';

export interface UserRecord {
  readonly appKey: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly nickName: string | null;
  readonly createdAt: number;
}

/** Stores users. */
export interface UserStore {
  /** False when the name is taken. */
  insert(user: UserRecord): Promise<boolean>;
  find(appKey: string, name: string): Promise<UserRecord | undefined>;
  /** Changes a user's password; false when there is no such user. */
  setPassword(appKey: string, name: string, passwordHash: string): Promise<boolean>;
  /** Deletes a user; revocations remain. */
  remove(appKey: string, name: string): Promise<void>;
  /** Revokes the user's tokens issued up to this moment. */
  revoke(appKey: string, name: string, at: number): Promise<void>;
  /** Users whose tokens were revoked after a time. */
  listRevoked(after: number): Promise<readonly RevokedUser[]>;
}

export interface RevokedUser {
  readonly appKey: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly revokedAt: number;
}

export class SqlUserStore implements UserStore {
  constructor(private readonly db: Database) {}

  async insert(user: UserRecord): Promise<boolean> {
    const rows = await this.db.insert(users).values(user).onConflictDoNothing().returning({ name: users.name });
    return rows.length === 1;
  }

  async find(appKey: string, name: string): Promise<UserRecord | undefined> {
    const rows = await this.db
      .select()
      .from(users)
      .where(and(eq(users.appKey, appKey), eq(users.name, name)));
    return rows[0];
  }

  async setPassword(appKey: string, name: string, passwordHash: string): Promise<boolean> {
    const rows = await this.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.appKey, appKey), eq(users.name, name)))
      .returning({ name: users.name });
    return rows.length === 1;
  }

  async remove(appKey: string, name: string): Promise<void> {
    await this.db.delete(users).where(and(eq(users.appKey, appKey), eq(users.name, name)));
  }

  async revoke(appKey: string, name: string, at: number): Promise<void> {
    await this.db
      .insert(tokenRevocations)
      .values({ appKey, name, revokedAt: at })
      .onConflictDoUpdate({ target: [tokenRevocations.appKey, tokenRevocations.name], set: { revokedAt: at } });
  }

  async listRevoked(after: number): Promise<readonly RevokedUser[]> {
    return this.db.select().from(tokenRevocations).where(gt(tokenRevocations.revokedAt, after));
  }
}
