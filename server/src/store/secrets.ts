import type { SecretStore } from '../auth/known-secrets.js';
import type { Database } from './database.js';
import { secretFingerprints } from './schema.js';

/** Fingerprints of secrets, in the database that depends on them. */
export class SqlSecretStore implements SecretStore {
  constructor(private readonly db: Database) {}

  async list(): Promise<readonly string[]> {
    const rows = await this.db.select().from(secretFingerprints);
    return rows.map(({ fingerprint }) => fingerprint);
  }

  async replace(fingerprints: readonly string[]): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await transaction.delete(secretFingerprints);
      if (fingerprints.length === 0) return;
      await transaction.insert(secretFingerprints).values(fingerprints.map((fingerprint) => ({ fingerprint })));
    });
  }
}
