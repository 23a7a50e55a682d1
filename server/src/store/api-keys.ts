import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from './database.js';
import { apiKeys, grantRevocations } from './schema.js';

/** A stored API key. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  /** Its secret, encrypted under the secret of the server. */
  readonly sealedSecret: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface ApiKeyStore {
  insert(record: ApiKeyRecord): Promise<void>;
  find(id: string): Promise<ApiKeyRecord | undefined>;
  /** Oldest first. */
  list(): Promise<readonly ApiKeyRecord[]>;
  /** Revokes a key together with its grants, once. @returns the key; undefined when there is none */
  revoke(id: string, at: number): Promise<ApiKeyRecord | undefined>;
  reseal(id: string, sealedSecret: string): Promise<void>;
}

/** Grants that were revoked before their expiry. */
export interface GrantRevocation {
  readonly appKey: string;
  /** One grant, all of a member so far, or all of a key. */
  readonly kind: 'grant' | 'member' | 'key';
  /** Id of the grant, name of the user, or id of the key. */
  readonly value: string;
  /** For a revocation of a member: its room; null for all rooms. */
  readonly room: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface GrantRevocationStore {
  append(revocation: GrantRevocation): Promise<void>;
  /** Entries with a higher position, in order. */
  listAfter(position: number): Promise<readonly (GrantRevocation & { readonly position: number })[]>;
  /** Deletes entries from before a time. */
  prune(before: number): Promise<void>;
}

export class SqlApiKeyStore implements ApiKeyStore {
  constructor(private readonly db: Database) {}

  async insert(record: ApiKeyRecord): Promise<void> {
    await this.db.insert(apiKeys).values(record);
  }

  async find(id: string): Promise<ApiKeyRecord | undefined> {
    const [row] = await this.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    return row;
  }

  async list(): Promise<readonly ApiKeyRecord[]> {
    return this.db.select().from(apiKeys).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  }

  async revoke(id: string, at: number): Promise<ApiKeyRecord | undefined> {
    return this.db.transaction(async (transaction) => {
      const isGood = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
      const [revoked] = await transaction.update(apiKeys).set({ revokedAt: at }).where(isGood).returning();
      if (revoked !== undefined) {
        const { appKey } = revoked;
        await transaction.insert(grantRevocations).values({ appKey, kind: 'key', value: id, room: null, at });
        return revoked;
      }
      const [known] = await transaction.select().from(apiKeys).where(eq(apiKeys.id, id));
      return known;
    });
  }

  async reseal(id: string, sealedSecret: string): Promise<void> {
    await this.db.update(apiKeys).set({ sealedSecret }).where(eq(apiKeys.id, id));
  }
}

export class SqlGrantRevocationStore implements GrantRevocationStore {
  constructor(private readonly db: Database) {}

  async append(revocation: GrantRevocation): Promise<void> {
    await this.db.insert(grantRevocations).values(revocation);
  }

  async listAfter(position: number): Promise<readonly (GrantRevocation & { readonly position: number })[]> {
    const rows = await this.db
      .select()
      .from(grantRevocations)
      .where(gt(grantRevocations.position, position))
      .orderBy(asc(grantRevocations.position));
    return rows.map((row) => ({ ...row, kind: row.kind as GrantRevocation['kind'] }));
  }

  async prune(before: number): Promise<void> {
    await this.db.delete(grantRevocations).where(lt(grantRevocations.at, before));
  }
}
