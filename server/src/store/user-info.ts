import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from './database.js';
import { userInfo } from './schema.js';

/** Profile of a user, by property. */
export type UserInfo = Readonly<Record<string, string>>;

/** Stores the profiles of users. */
export interface UserInfoStore {
  /** Sets properties, and deletes those with an empty value; resolves with the resulting profile. */
  set(appKey: string, name: string, changes: UserInfo): Promise<UserInfo>;
  /** Profiles of several users; those without properties are left out. */
  get(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, UserInfo>>;
}

export class SqlUserInfoStore implements UserInfoStore {
  constructor(private readonly db: Database) {}

  async set(appKey: string, name: string, changes: UserInfo): Promise<UserInfo> {
    // In a fixed order, so that two changes of one user cannot deadlock.
    const entries = Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1));
    const kept = entries.filter(([, value]) => value !== '');
    const gone = entries.flatMap(([key, value]) => (value === '' ? [key] : []));
    await this.db.transaction(async (transaction) => {
      if (kept.length > 0) {
        await transaction
          .insert(userInfo)
          .values(kept.map(([key, value]) => ({ appKey, name, key, value })))
          .onConflictDoUpdate({
            target: [userInfo.appKey, userInfo.name, userInfo.key],
            set: { value: sql`excluded.value` },
          });
      }
      if (gone.length > 0) {
        await transaction
          .delete(userInfo)
          .where(and(eq(userInfo.appKey, appKey), eq(userInfo.name, name), inArray(userInfo.key, gone)));
      }
    });
    return (await this.get(appKey, [name])).get(name) ?? {};
  }

  async get(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, UserInfo>> {
    if (names.length === 0) return new Map();
    const rows = await this.db
      .select()
      .from(userInfo)
      .where(and(eq(userInfo.appKey, appKey), inArray(userInfo.name, [...names])));
    const found = new Map<string, Record<string, string>>();
    for (const { name, key, value } of rows) found.set(name, { ...found.get(name), [key]: value });
    return found;
  }
}
