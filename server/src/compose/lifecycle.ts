import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ServerConfig } from '../config.js';
import { listenError, type StartScope } from '@lectern/kit/lifecycle';
import type { ApiKeys } from '../keys/index.js';
import type { Core } from './core.js';
import type { Services } from './services.js';

interface StartOptions {
  readonly core: Core;
  readonly services: Services;
  readonly scope: StartScope;
}

/**
 * Starts the media engine and restores the state of an earlier run: conferences, revocations, undelivered webhooks,
 * recordings.
 *
 * @throws the error that prevents a part from starting
 */
export async function startServices({ core: { engine, log }, services, scope }: StartOptions): Promise<void> {
  const { auth, webhooks, live, recordings, registry, messaging } = services;
  scope.add(() => engine.stop());
  await Promise.all([
    engine.start(),
    registry.restore(),
    live.start(),
    webhooks?.start(),
    auth.revocations.load(),
    auth.grantRevocations.start(),
    rotateKeys(auth.apiKeys, log),
    messaging.start(),
  ]);
  // Both read the conferences, so they come after these were restored.
  for (const { host } of registry.all) live.changed(host.state);
  await recordings.restore((conferenceId) => registry.get(conferenceId) !== undefined);
}

/** Re-encrypts API keys under the current secret of the server; keys that no secret opens are logged. */
async function rotateKeys(keys: ApiKeys, log: Logger): Promise<void> {
  const lost = await keys.rotate();
  if (lost.length === 0) return;
  log.error(
    { keys: lost },
    'the secret of these API keys is lost with a secret of the server; revoke them and make new ones',
  );
}

interface ListenOptions {
  readonly app: FastifyInstance;
  readonly config: ServerConfig;
}

/**
 * Starts to accept clients.
 *
 * @throws {StartError} when the address is in use or not this machine's
 */
export async function listenForClients({ app, config }: ListenOptions): Promise<{ port: number; url: string }> {
  await app.listen({ port: config.PORT, host: config.HOST }).catch((error: unknown) => {
    throw listenError(config.PORT, config.HOST, error) ?? error;
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  return { port, url: `http://localhost:${port}` };
}

interface ClosingOptions {
  readonly app: FastifyInstance;
  readonly core: Core;
  readonly services: Services;
}

/** Returns the idempotent `close()` of the server. */
export function composeClosing({ app, core: { engine, store }, services }: ClosingOptions): () => Promise<void> {
  const { auth, health, signalling, messaging, quality, calls, live, registry, recordings, webhooks, events } =
    services;
  let closing: Promise<void> | undefined;
  // Sockets and requests end before the services that serve them, and all of these before the store they write to.
  const shutDown = async (): Promise<void> => {
    health.close();
    auth.grantRevocations.stop();
    await Promise.all([signalling.close(), messaging.close(), quality.close()]);
    calls.close();
    await app.close();
    await live.close();
    await registry.close();
    await engine.stop();
    await recordings.close();
    await webhooks?.stop();
    await events.close();
    await store.close();
  };
  return () => (closing ??= shutDown());
}
