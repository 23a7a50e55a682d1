import type { SecretStore } from '../auth/known-secrets.js';
import type {
  ConferenceRecord,
  ConferenceStore,
  RevokedUser,
  Store,
  StoredConference,
  UserRecord,
  UserStore,
} from '../store/index.js';
import { MemoryApiKeyStore, MemoryGrantRevocationStore } from './memory-api-keys.js';
import { MemoryEventStore } from './memory-events.js';
import { MemoryReplayStore } from './memory-replays.js';
import { MemoryGroupStore } from './memory-groups.js';
import { MemoryImStore } from './memory-im.js';
import { MemoryPresenceStore } from './memory-presence.js';
import { MemoryQualityStore } from './memory-quality.js';
import { MemoryRecordingStore } from './memory-recordings.js';
import { MemoryUserInfoStore } from './memory-user-info.js';
import { MemoryWebhookStore } from './memory-webhooks.js';

/** A store that keeps everything in memory; pass it to a second server to simulate a restart. */
export class MemoryStore implements Store {
  readonly siblingDatabase = undefined;
  readonly webhooks = new MemoryWebhookStore();
  readonly grantRevocations = new MemoryGrantRevocationStore();
  readonly apiKeys = new MemoryApiKeyStore(this.grantRevocations);
  readonly events = new MemoryEventStore(this.webhooks);
  readonly replays = new MemoryReplayStore();
  readonly recordings = new MemoryRecordingStore(this.events);
  readonly quality = new MemoryQualityStore();
  readonly im = new MemoryImStore();
  readonly userInfo = new MemoryUserInfoStore();
  readonly presence = new MemoryPresenceStore();
  readonly groups = new MemoryGroupStore(this.im);
  readonly #revoked = new Map<string, RevokedUser>();
  readonly #users = new Map<string, UserRecord>();
  readonly #conferences = new Map<string, ConferenceRecord & { facts: Map<string, string>; closedAt?: number }>();

  #fingerprints: readonly string[] = [];
  readonly secrets: SecretStore = {
    list: async () => this.#fingerprints,
    replace: async (fingerprints) => void (this.#fingerprints = fingerprints),
  };

  readonly users: UserStore = {
    insert: async (user) => {
      const key = `${user.appKey} ${user.name}`;
      if (this.#users.has(key)) return false;
      this.#users.set(key, user);
      return true;
    },
    find: async (appKey, name) => this.#users.get(`${appKey} ${name}`),
    setPassword: async (appKey, name, passwordHash) => {
      const key = `${appKey} ${name}`;
      const user = this.#users.get(key);
      if (user !== undefined) this.#users.set(key, { ...user, passwordHash });
      return user !== undefined;
    },
    remove: async (appKey, name) => void this.#users.delete(`${appKey} ${name}`),
    revoke: async (appKey, name, revokedAt) => void this.#revoked.set(`${appKey} ${name}`, { appKey, name, revokedAt }),
    listRevoked: async (after) => [...this.#revoked.values()].filter(({ revokedAt }) => revokedAt > after),
  };

  readonly conferences: ConferenceStore = {
    insert: async (record) => void this.#conferences.set(record.id, { ...record, facts: new Map() }),
    save: async (id, { changes, events, endedAt }) => {
      for (const event of events) await this.events.append(event);
      const conference = this.#conferences.get(id);
      if (conference === undefined) return;
      if (endedAt !== undefined) conference.closedAt = endedAt;
      for (const [key, value] of changes) {
        if (value === null) conference.facts.delete(key);
        else conference.facts.set(key, value);
      }
    },
    deleteClosed: async (before) => {
      for (const [id, { closedAt }] of this.#conferences) {
        if (closedAt !== undefined && closedAt < before) this.#conferences.delete(id);
      }
    },
    listOpen: async (): Promise<readonly StoredConference[]> =>
      [...this.#conferences.values()].filter((entry) => entry.closedAt === undefined),
  };

  async check(): Promise<void> {}

  async close(): Promise<void> {}

  async terminate(): Promise<void> {}
}
