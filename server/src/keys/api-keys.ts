import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { ApiKeyRecord, ApiKeyStore } from '../store/index.js';
import type { SecretBox } from './secret-box.js';

const ID_BYTES = 8;
const SECRET_BYTES = 32;

/** Ids of API keys: `LK` and 16 hexadecimal digits. */
export const KEY_ID_PATTERN = /^LK[0-9A-F]{16}$/;

/** The public part of an API key, without its secret. */
export interface ApiKey {
  readonly id: string;
  /** `org#app`; the key is valid for this application only. */
  readonly appKey: string;
  /** Name given by the operator. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Time of revocation; null while it is valid. */
  readonly revokedAt: number | null;
}

/** A new API key. Its secret is shown once, here. */
export interface NewApiKey extends ApiKey {
  /** 43 characters of base64url: 256 random bits. */
  readonly secret: string;
}

/** A valid key with the secret that verifies grants. */
export interface ActiveKey {
  readonly id: string;
  readonly appKey: string;
  readonly secret: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const contextOf = (id: string): string => `api-key ${id}`;
/** Compared with when the key is unknown, so that every refusal takes the same time. */
const DECOY = digest(randomBytes(SECRET_BYTES).toString('base64url'));

const shown = ({ id, appKey, name, createdAt, revokedAt }: ApiKeyRecord): ApiKey => ({
  id,
  appKey,
  name,
  createdAt,
  revokedAt,
});

/**
 * The API keys of applications. Each use reads the database, so that a revocation takes effect at once in all
 * processes.
 */
export class ApiKeys {
  constructor(
    private readonly store: ApiKeyStore,
    private readonly box: SecretBox,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Creates a key of an application. */
  async create(appKey: string, name: string): Promise<NewApiKey> {
    const id = `LK${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const record: ApiKeyRecord = {
      id,
      appKey,
      name,
      sealedSecret: this.box.seal(secret, contextOf(id)),
      createdAt: this.clock.now(),
      revokedAt: null,
    };
    await this.store.insert(record);
    return { ...shown(record), secret };
  }

  /** All keys, oldest first, including revoked ones. */
  async list(): Promise<readonly ApiKey[]> {
    return (await this.store.list()).map(shown);
  }

  /**
   * Revokes a key permanently: it no longer authenticates, and its grants are invalid. Idempotent.
   *
   * @returns the key; undefined when there is none of this id
   */
  async revoke(id: string): Promise<ApiKey | undefined> {
    const record = await this.store.revoke(id, this.clock.now());
    return record && shown(record);
  }

  /** The key, while it is valid. */
  async find(id: string): Promise<ActiveKey | undefined> {
    if (!KEY_ID_PATTERN.test(id)) return undefined;
    const record = await this.store.find(id);
    if (record === undefined || record.revokedAt !== null) return undefined;
    const opened = this.box.open(record.sealedSecret, contextOf(id));
    return opened && { id, appKey: record.appKey, secret: opened.text };
  }

  /** The key with this id and secret. The response time is the same whether the id or the secret is wrong. */
  async authenticate(id: string, secret: string): Promise<ActiveKey | undefined> {
    const key = await this.find(id);
    const isRight = timingSafeEqual(digest(secret), key === undefined ? DECOY : digest(key.secret));
    return isRight ? key : undefined;
  }

  /**
   * Re-encrypts keys that are encrypted under an earlier secret of the server, so that the earlier secret can be
   * removed from the settings.
   *
   * @returns ids of the keys that cannot be opened: the secret that encrypts them is missing
   */
  async rotate(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const { id, sealedSecret, revokedAt } of await this.store.list()) {
      if (revokedAt !== null) continue;
      const opened = this.box.open(sealedSecret, contextOf(id));
      if (opened === undefined) lost.push(id);
      else if (opened.isOutdated) await this.store.reseal(id, this.box.seal(opened.text, contextOf(id)));
    }
    return lost;
  }
}
