import { codeOf, databaseError, StartError } from '@lectern/kit/lifecycle';
import { ensureDatabase, startCluster, type Cluster } from '@lectern/kit/postgres';
import type { SecretStore } from '../auth/known-secrets.js';
import { SqlApiKeyStore, SqlGrantRevocationStore, type ApiKeyStore, type GrantRevocationStore } from './api-keys.js';
import { SqlConferenceStore, type ConferenceStore } from './conferences.js';
import { openDatabase, type OpenDatabase } from './database.js';
import { SqlEventStore, type EventStore } from './events.js';
import { SqlGroupStore, type GroupStore } from './groups.js';
import type { ImStore } from './im-types.js';
import { SqlImStore } from './im.js';
import { SqlReplayStore, type ReplayStore } from './operator-replays.js';
import { SqlPresenceStore, type PresenceStore } from './presence.js';
import { SqlSecretStore } from './secrets.js';
import { SqlQualityStore, type QualityStore } from './quality.js';
import { SqlRecordingStore, type RecordingStore } from './recordings.js';
import { SqlUserInfoStore, type UserInfoStore } from './user-info.js';
import { SqlUserStore, type UserStore } from './users.js';
import { SqlWebhookStore, type WebhookStore } from './webhooks.js';

export type { ApiKeyRecord, ApiKeyStore, GrantRevocation, GrantRevocationStore } from './api-keys.js';
export type { EventStore, StoredEvent } from './events.js';
export type { ReplayRecord, ReplayStore } from './operator-replays.js';
export type { ConferenceRecord, ConferenceStore, FactWrite, StoredConference } from './conferences.js';
export { isDatabaseAway } from '@lectern/kit/postgres';
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
  readonly events: EventStore;
  readonly replays: ReplayStore;
  readonly apiKeys: ApiKeyStore;
  readonly grantRevocations: GrantRevocationStore;
  readonly userInfo: UserInfoStore;
  readonly presence: PresenceStore;
  readonly conferences: ConferenceStore;
  readonly recordings: RecordingStore;
  readonly quality: QualityStore;
  readonly webhooks: WebhookStore;
  readonly im: ImStore;
  readonly groups: GroupStore;
  /**
   * Connection URL of another database beside the server's own, created if necessary: for a composition root that keeps
   * its own tables in the same PostgreSQL. Undefined when the server uses a `DATABASE_URL`.
   */
  readonly siblingDatabase: ((name: string) => Promise<string>) | undefined;
  /** Resolves when the database answers. @throws when it does not within some three seconds */
  check(): Promise<void>;
  /** Waits for pending writes, then closes the database. Idempotent. */
  close(): Promise<void>;
  /** Kills the embedded database at once, without waiting for pending work: for an aborted start. Idempotent. */
  terminate(): Promise<void>;
}

export interface StoreOptions {
  readonly dataDir: string;
  /** A PostgreSQL of your own instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly log: (line: string) => void;
  /** Aborts the start: it rejects once everything started has been stopped. */
  readonly signal?: AbortSignal | undefined;
}

const DATABASE = 'lectern';

/** PostgreSQL refused the password of the embedded database. */
const WRONG_PASSWORD = '28P01';

function embeddedError(dataDir: string, error: unknown): StartError | undefined {
  if (codeOf(error) !== WRONG_PASSWORD) return undefined;
  return new StartError(
    `the database in ${dataDir} refuses the password in ${dataDir}/postgres.password. Restore that file from a backup, ` +
      'or set its password in the database: docs/settings.md, "A lost password file"',
    { cause: error },
  );
}

/** @throws {StartError} that explains the problem with the database, and what to do */
async function openTables(
  cluster: Cluster | undefined,
  { dataDir, databaseUrl, log, signal }: StoreOptions,
): Promise<OpenDatabase> {
  try {
    const url = cluster === undefined ? databaseUrl : await ensureDatabase(cluster, DATABASE);
    if (url === undefined) throw new Error('there is no database to open');
    return await openDatabase(url, (error) => log(`database connection: ${error.message}`), { signal });
  } catch (error) {
    if (cluster !== undefined) throw embeddedError(dataDir, error) ?? error;
    throw databaseError('DATABASE_URL', databaseUrl ?? '', error) ?? error;
  }
}

/**
 * Opens the store: the embedded PostgreSQL in the data folder, which the caller has locked, or the one at
 * `databaseUrl`.
 *
 * @throws {StartError} when the database cannot be used, for a reason that the operator can fix
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, log, signal } = options;
  const cluster = databaseUrl === undefined ? await startCluster({ dataDir, log, signal }) : undefined;
  // Pending queries of an aborted start fail with it.
  const giveUp = (): void => void cluster?.stop();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const { db, check, close } = await openTables(cluster, options);
    signal?.throwIfAborted();
    let closing: Promise<void> | undefined;
    const shutDown = async (): Promise<void> => {
      await close();
      await cluster?.stop();
    };
    return {
      users: new SqlUserStore(db),
      secrets: new SqlSecretStore(db),
      events: new SqlEventStore(db),
      replays: new SqlReplayStore(db),
      apiKeys: new SqlApiKeyStore(db),
      grantRevocations: new SqlGrantRevocationStore(db),
      userInfo: new SqlUserInfoStore(db),
      presence: new SqlPresenceStore(db),
      conferences: new SqlConferenceStore(db),
      recordings: new SqlRecordingStore(db),
      quality: new SqlQualityStore(db),
      webhooks: new SqlWebhookStore(db),
      im: new SqlImStore(db),
      groups: new SqlGroupStore(db),
      siblingDatabase: cluster && ((name) => ensureDatabase(cluster, name)),
      check,
      close: () => (closing ??= shutDown()),
      terminate: async () => cluster?.stop(),
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}
