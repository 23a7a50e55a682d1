import { and, eq } from 'drizzle-orm';
import type { Database } from './database.js';
import { users } from './schema.js';

export interface UserRecord {
  readonly appKey: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly nickName: string | null;
  readonly createdAt: number;
}

/** Where users are kept. */
export interface UserStore {
  /** False when the name is taken. */
  insert(user: UserRecord): Promise<boolean>;
  find(appKey: string, name: string): Promise<UserRecord | undefined>;
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
}
