import {
  addGauges,
  composeAuth,
  composeCalls,
  composeClosing,
  composeConferences,
  composeCore,
  composeEvents,
  composeHealth,
  composeHttp,
  composeLive,
  composeMessaging,
  composeOperator,
  composeQuality,
  composeRecordings,
  composeRelays,
  composeSignalling,
  composeWebhooks,
  listenForClients,
  startServices,
  type Core,
  type Services,
} from './compose/index.js';
import type { ConferenceRegistry, LiveConference } from './conference/registry.js';
import { withdrawGrants } from './conference/withdrawals.js';
import type { ServerConfig } from './config.js';
import type { LecternServer, ServerParts } from './lectern-server.js';
import { StartScope } from '@lectern/kit/lifecycle';
import { Passwords } from '@lectern/kit/passwords';
import { activeUsers, lockOut, removeUser } from './lock-out.js';
import { SocketTable } from './signalling/endpoint.js';

/**
 * Builds the server from its settings and parts, with its store open and its media engine started.
 *
 * @throws the error that prevents the start, after everything started has been stopped
 */
export function buildServer(config: ServerConfig, parts: ServerParts): Promise<LecternServer> {
  const scope = new StartScope(parts.signal);
  return scope.run(() => assembleServer(config, parts, scope));
}

async function assembleServer(config: ServerConfig, parts: ServerParts, scope: StartScope): Promise<LecternServer> {
  const core = await composeCore({ config, parts, scope });
  const services = composeServices(core, parts);
  const { app, upgrades } = await composeHttp({ core, services });
  addGauges({ core, services });
  await startServices({ core, services, scope });

  const { log, engine, store } = core;
  const { auth, events, messaging, registry, recordings, health } = services;
  const { accounts, revocations } = auth;
  const operatorOf = composeOperator({ core, services });
  return {
    app,
    upgrades,
    accounts,
    messaging,
    registry,
    recordings,
    operator: (appKey) => operatorOf(appKey),
    events,
    store,
    log,
    health,
    lockOut: (credentials, reason) => lockOut({ accounts, revocations, messaging, registry }, credentials, reason),
    removeUser: (user) => removeUser({ accounts, revocations, messaging, registry, store }, user),
    activeUsers: (appKey) => activeUsers({ messaging, registry }, appKey),
    listen: () => listenForClients({ app, config }),
    close: composeClosing({ app, core, services }),
    terminate: async () => void (await Promise.all([engine.stop(), store.terminate()])),
  };
}

function composeServices(core: Core, { disk, passwordCost }: ServerParts): Services {
  // Live output and recordings look conferences up only at run time, so they can be built before the registry, which
  // reports to them.
  const conferenceById = (id: string): LiveConference | undefined => registry.get(id);
  const sockets = new SocketTable();
  const passwords = new Passwords(passwordCost);
  const auth = composeAuth({ core, passwords });
  const { tokens, tickets, grantRevocations: revocations } = auth;
  const webhooks = composeWebhooks(core);
  const events = composeEvents({ core, webhooks });
  const relays = composeRelays(core);
  const live = composeLive({ core, conferenceById });
  const { recordings, director } = composeRecordings({ core, events, disk, conferenceById });
  const registry: ConferenceRegistry = composeConferences({
    core,
    tokens,
    sockets,
    events,
    relays,
    live,
    director,
    passwords,
  });
  revocations.onRevoked((revocation) => withdrawGrants(registry, revocation));
  const signalling = composeSignalling({ core, tickets, revocations, registry, sockets });
  const messaging = composeMessaging({ core, tokens });
  const calls = composeCalls({ core, messaging, relays });
  const quality = composeQuality({ core, registry });
  const health = composeHealth(core);
  return {
    auth,
    events,
    webhooks,
    relays,
    live,
    recordings,
    sockets,
    registry,
    signalling,
    messaging,
    calls,
    quality,
    health,
  };
}
