import type { ApiKeyRecord, ApiKeyStore, GrantRevocation, GrantRevocationStore } from '../store/index.js';

/** Revocations of grants, in memory. */
export class MemoryGrantRevocationStore implements GrantRevocationStore {
  #rows: (GrantRevocation & { readonly position: number })[] = [];
  #position = 0;

  async append(revocation: GrantRevocation): Promise<void> {
    this.#rows.push({ ...revocation, position: (this.#position += 1) });
  }

  async listAfter(position: number): Promise<readonly (GrantRevocation & { readonly position: number })[]> {
    return this.#rows.filter((row) => row.position > position);
  }

  async prune(before: number): Promise<void> {
    this.#rows = this.#rows.filter(({ at }) => at >= before);
  }
}

/** API keys, in memory. */
export class MemoryApiKeyStore implements ApiKeyStore {
  readonly #keys = new Map<string, ApiKeyRecord>();

  constructor(private readonly revocations: GrantRevocationStore) {}

  async insert(record: ApiKeyRecord): Promise<void> {
    this.#keys.set(record.id, record);
  }

  async find(id: string): Promise<ApiKeyRecord | undefined> {
    return this.#keys.get(id);
  }

  async list(): Promise<readonly ApiKeyRecord[]> {
    return [...this.#keys.values()];
  }

  async revoke(id: string, at: number): Promise<ApiKeyRecord | undefined> {
    const known = this.#keys.get(id);
    if (known === undefined || known.revokedAt !== null) return known;
    const revoked = { ...known, revokedAt: at };
    this.#keys.set(id, revoked);
    await this.revocations.append({ appKey: known.appKey, kind: 'key', value: id, room: null, at });
    return revoked;
  }

  async reseal(id: string, sealedSecret: string): Promise<void> {
    const known = this.#keys.get(id);
    if (known !== undefined) this.#keys.set(id, { ...known, sealedSecret });
  }
}
