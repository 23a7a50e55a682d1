import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts, Credentials } from './auth/accounts.js';
import type { Clock } from '@lectern/kit/clock';
import type { ConferenceRegistry } from './conference/registry.js';
import type { HealthChecks } from './health.js';
import type { Upgrades } from './http/upgrades.js';
import type { InstantMessaging } from './im/index.js';
import type { LockOutReason, UserName } from './lock-out.js';
import type { EventLog } from './events/index.js';
import type { OperatorCalls } from './operator/types.js';
import type { MediaEngine } from './media/engine.js';
import type { Disk, Recordings } from './recording/index.js';
import type { Store } from './store/index.js';

/** Parts by which a composition root can replace the server's own. */
export interface ServerParts {
  readonly engine: MediaEngine;
  /** @internal Tests start without a database. */
  readonly store?: Store;
  readonly clock?: Clock;
  /** The disk for recordings. */
  readonly disk?: Disk;
  readonly log?: Logger;
  /** Aborts the start: it rejects once everything started has been stopped. */
  readonly signal?: AbortSignal | undefined;
  /** scrypt's N for the passwords of users and conferences, a power of two; 16384 unless given. */
  readonly passwordCost?: number | undefined;
}

/** A server that is ready but does not listen: more routes can still be added. */
export interface LecternServer {
  /** The HTTP application; register routes and static files of the same origin here, before {@link listen}. */
  readonly app: FastifyInstance;
  /** WebSocket paths of the same origin. */
  readonly upgrades: Upgrades;
  readonly accounts: Accounts;
  /** @internal */
  readonly messaging: InstantMessaging;
  /** @internal */
  readonly registry: ConferenceRegistry;
  /** @internal */
  readonly recordings: Recordings;
  /**
   * The operator API of an application, called in process: users, tokens, rooms, members, grants, recordings, live
   * outputs, messages (`docs/operator-api.md`).
   */
  operator(appKey: string): OperatorCalls;
  /** Conference events, read from the database: {@link EventLog.consume}. */
  readonly events: EventLog;
  /** @internal */
  readonly store: Store;
  readonly log: Logger;
  /** Checks behind `GET /healthz`; add one for everything else that the server needs, such as another database. */
  readonly health: HealthChecks;
  /**
   * Ends a user's chats and conferences, revokes everything issued to it, and changes its password, so that none of its
   * credentials is valid any more. Idempotent, also for a user that does not exist. Its devices receive the reason:
   * `removed` unless given.
   */
  lockOut(credentials: Credentials, reason?: LockOutReason): Promise<void>;
  /** Deletes a user and its profile, after {@link lockOut}: its tokens stay invalid. Idempotent. */
  removeUser(user: UserName): Promise<void>;
  /** Names of an application's users who are in a conference, or logged in to chat. */
  activeUsers(appKey: string): ReadonlySet<string>;
  /** Starts to accept clients; resolves with the port and the URL. */
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /** Stops accepting connections, completes pending writes and ends everything the server started. Idempotent. */
  close(): Promise<void>;
  /**
   * Kills the server's child processes at once, without waiting for pending work: for a start that is aborted before
   * {@link listen}. The server cannot be used any more.
   */
  terminate(): Promise<void>;
}
