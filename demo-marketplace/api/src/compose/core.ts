import type { FastifyInstance } from 'fastify';
import type { MarketplaceApiOptions } from '../api-options.js';
import { systemClock, type Clock } from '@lectern/kit/clock';
import { openDatabase, withoutValues, type OpenDatabase } from '../db/database.js';
import type { Feature } from '../feature.js';
import { FEATURES } from '../features.js';
import type { WorkerLog } from '../jobs/index.js';
import { endChat } from '../rtc/index.js';
import { openVault, type Vault } from '../security/index.js';
import { TableChanges, VisitorCache } from '../visitor-cache/index.js';

const SCHEMA = 'marketplace';

/** Parts that all other parts depend on. */
export interface Core {
  readonly app: FastifyInstance;
  readonly options: MarketplaceApiOptions;
  readonly clock: Clock;
  readonly database: OpenDatabase;
  readonly db: OpenDatabase['db'];
  readonly vault: Vault;
  readonly visitorCache: VisitorCache;
  readonly isDemo: boolean;
  readonly features: readonly Feature[];
  /** Logs a warning about an error, without the values of a statement. */
  readonly warn: WorkerLog;
  /** Logs a problem that needs the attention of an operator. */
  readonly alarm: (message: string) => void;
}

interface CoreOptions {
  readonly app: FastifyInstance;
  readonly options: MarketplaceApiOptions;
}

/**
 * Opens the database and the vault that encrypts values in it. The database closes with the application.
 *
 * @throws the error that prevents either from opening
 */
export async function composeCore({ app, options }: CoreOptions): Promise<Core> {
  const { clock = systemClock } = options;
  const features = [...FEATURES, ...(options.features ?? [])];
  const warn: WorkerLog = (message, cause) => app.log.warn({ err: withoutValues(cause) }, message);
  const changes = new TableChanges();
  const database = await openDatabase({
    url: options.databaseUrl,
    schemaName: options.databaseSchema ?? SCHEMA,
    onError: (error) => warn('an idle database connection broke', error),
    observer: changes,
    ...(options.databaseTimeouts && { timeouts: options.databaseTimeouts }),
  });
  const { db } = database;
  app.addHook('onClose', () => database.close());
  await changes.readForeignKeys(db);
  const vault = await openVault(options.secret, {
    db,
    now: clock.now(),
    warn: (message) => app.log.warn(message),
    // Same procedure as after a ban: the old chat password can no longer be decrypted, and the job replaces it.
    renewChat: (inner, memberId) => endChat(inner, memberId, clock.now(), 'banned'),
  });
  return {
    app,
    options,
    clock,
    database,
    db,
    vault,
    visitorCache: new VisitorCache({ clock, changes }),
    isDemo: options.isDemo === true,
    features,
    warn,
    alarm: (message) => app.log.error(message),
  };
}
