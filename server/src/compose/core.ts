import { pino, type Logger } from 'pino';
import { openSecrets } from '../auth/known-secrets.js';
import type { Signer } from '../auth/signer.js';
import { systemClock, type Clock } from '@lectern/kit/clock';
import type { ServerConfig } from '../config.js';
import type { SecretBox } from '../keys/index.js';
import type { ServerParts } from '../lectern-server.js';
import type { StartScope } from '@lectern/kit/lifecycle';
import type { MediaEngine } from '../media/engine.js';
import { createMetrics, type ServerMetrics } from '../metrics.js';
import { openStore, type Store } from '../store/index.js';

/** The parts that every other part is built on. */
export interface Core {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly clock: Clock;
  readonly engine: MediaEngine;
  readonly store: Store;
  readonly signer: Signer;
  readonly box: SecretBox;
  readonly metrics: ServerMetrics;
}

interface CoreOptions {
  readonly config: ServerConfig;
  readonly parts: ServerParts;
  readonly scope: StartScope;
}

/**
 * Opens the store, unless one is given, and the signer, whose secret the store knows.
 *
 * @throws the error that prevents opening the store or the signer
 */
export async function composeCore({ config, parts, scope }: CoreOptions): Promise<Core> {
  const log = parts.log ?? pino({ level: config.LOG_LEVEL });
  const store = parts.store ?? (await openOwnStore({ config, log: log.child({ part: 'store' }), scope }));
  return {
    config,
    log,
    clock: parts.clock ?? systemClock,
    engine: parts.engine,
    store,
    ...(await openSecrets(config, store.secrets)),
    metrics: createMetrics(),
  };
}

interface OwnStoreOptions {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly scope: StartScope;
}

async function openOwnStore({ config, log, scope }: OwnStoreOptions): Promise<Store> {
  const opening = openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    log: (line) => log.debug(line),
    signal: scope.signal,
  });
  scope.add(async () => {
    // A store that is still being opened is aborted by the signal, and cleans up after itself.
    const store = await opening.catch(() => undefined);
    await store?.terminate();
    // A hanging statement keeps its connection until it times out; the shutdown does not wait for that.
    store?.close().catch((error: unknown) => log.debug({ err: error }, 'the database connections did not close'));
  });
  return opening;
}
