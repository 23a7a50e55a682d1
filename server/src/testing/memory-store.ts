import type { Role } from '@lectern/rtc/protocol';
import type {
  ConferenceRecord,
  ConferenceStore,
  Store,
  StoredConference,
  UserRecord,
  UserStore,
} from '../store/index.js';

/** A store that keeps everything in memory; hand it to a second server to see what a restart sees. */
export class MemoryStore implements Store {
  readonly siblingDatabase = undefined;
  readonly #users = new Map<string, UserRecord>();
  readonly #conferences = new Map<string, ConferenceRecord & { roles: Map<string, Role>; closedAt?: number }>();

  readonly users: UserStore = {
    insert: async (user) => {
      const key = `${user.appKey} ${user.name}`;
      if (this.#users.has(key)) return false;
      this.#users.set(key, user);
      return true;
    },
    find: async (appKey, name) => this.#users.get(`${appKey} ${name}`),
  };

  readonly conferences: ConferenceStore = {
    insert: async (record) => void this.#conferences.set(record.id, { ...record, roles: new Map() }),
    saveRole: async (id, memName, role) => void this.#conferences.get(id)?.roles.set(memName, role),
    markClosed: async (id, at) => {
      const conference = this.#conferences.get(id);
      if (conference !== undefined) conference.closedAt = at;
    },
    deleteClosed: async (before) => {
      for (const [id, { closedAt }] of this.#conferences) {
        if (closedAt !== undefined && closedAt < before) this.#conferences.delete(id);
      }
    },
    listOpen: async (): Promise<readonly StoredConference[]> =>
      [...this.#conferences.values()].filter((entry) => entry.closedAt === undefined),
  };

  async close(): Promise<void> {}
}
