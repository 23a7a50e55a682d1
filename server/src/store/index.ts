import type { SecretStore } from '../auth/known-secrets.js';
import { SqlConferenceStore, type ConferenceStore } from './conferences.js';
import { openDatabase } from './database.js';
import { SqlGroupStore, type GroupStore } from './groups.js';
import type { ImStore } from './im-types.js';
import { SqlImStore } from './im.js';
import { startCluster } from './postgres/cluster.js';
import { ensureDatabase } from './postgres/ensure-database.js';
import { SqlPresenceStore, type PresenceStore } from './presence.js';
import { SqlSecretStore } from './secrets.js';
import { SqlQualityStore, type QualityStore } from './quality.js';
import { SqlRecordingStore, type RecordingStore } from './recordings.js';
import { SqlUserInfoStore, type UserInfoStore } from './user-info.js';
import { SqlUserStore, type UserStore } from './users.js';
import { SqlWebhookStore, type WebhookStore } from './webhooks.js';

export type { ConferenceRecord, ConferenceStore, FactWrite, StoredConference } from './conferences.js';
export { isDatabaseAway } from './away.js';
export type {
  QualityConference,
  QualityCursor,
  QualityMember,
  QualityQuery,
  QualityRecord,
  QualityStore,
  StoredQualityRecord,
} from './quality.js';
export type {
  RecordedConference,
  RecordingChange,
  RecordingKind,
  RecordingRecord,
  RecordingState,
  RecordingStore,
} from './recordings.js';
export {
  groupIdOf,
  groupKeyOf,
  isGroupKey,
  MAX_APPENDED,
  RECALLABLE,
  type Acknowledgement,
  type AppendResult,
  type Backlog,
  type Conversation,
  type HistoryQuery,
  type ImMessage,
  type ImStore,
  type ImUser,
} from './im-types.js';
export type { GroupChange, GroupRecord, GroupRequest, GroupStore, GroupWrite, StoredGroup } from './groups.js';
export type { PresenceStore, PresenceWatch } from './presence.js';
export type { UserInfo, UserInfoStore } from './user-info.js';
export type { RevokedUser, UserRecord, UserStore } from './users.js';
export type { QueuedEvent, WebhookStore } from './webhooks.js';

export interface Store {
  readonly users: UserStore;
  readonly secrets: SecretStore;
  readonly userInfo: UserInfoStore;
  readonly presence: PresenceStore;
  readonly conferences: ConferenceStore;
  readonly recordings: RecordingStore;
  readonly quality: QualityStore;
  readonly webhooks: WebhookStore;
  readonly im: ImStore;
  readonly groups: GroupStore;
  /**
   * Connection URL of another database beside the server's own, made if need be: for a composition root that keeps
   * its own tables in the same PostgreSQL. Undefined when the server uses a `DATABASE_URL`.
   */
  readonly siblingDatabase: ((name: string) => Promise<string>) | undefined;
  /** Waits for what is being written, then lets go of the database. Idempotent. */
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly dataDir: string;
  /** A PostgreSQL of your own instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly log: (line: string) => void;
}

const DATABASE = 'lectern';

/** Opens the store: the embedded PostgreSQL in the data folder, or the one at `databaseUrl`. */
export async function openStore({ dataDir, databaseUrl, log }: StoreOptions): Promise<Store> {
  const cluster = databaseUrl === undefined ? await startCluster({ dataDir, log }) : undefined;
  try {
    const url = cluster === undefined ? databaseUrl : await ensureDatabase(cluster, DATABASE);
    if (url === undefined) throw new Error('there is no database to open');
    const { db, close } = await openDatabase(url, (error) => log(`database connection: ${error.message}`));
    let closing: Promise<void> | undefined;
    const shutDown = async (): Promise<void> => {
      await close();
      await cluster?.stop();
    };
    return {
      users: new SqlUserStore(db),
      secrets: new SqlSecretStore(db),
      userInfo: new SqlUserInfoStore(db),
      presence: new SqlPresenceStore(db),
      conferences: new SqlConferenceStore(db),
      recordings: new SqlRecordingStore(db),
      quality: new SqlQualityStore(db),
      webhooks: new SqlWebhookStore(db),
      im: new SqlImStore(db),
      groups: new SqlGroupStore(db),
      siblingDatabase: cluster && ((name) => ensureDatabase(cluster, name)),
      close: () => (closing ??= shutDown()),
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}
