import type { Tokens } from '../auth/tokens.js';
import { CallRelay } from '../call/index.js';
import { InstantMessaging } from '../im/index.js';
import type { RelayServers } from '../turn/relay-servers.js';
import type { Core } from './core.js';

interface MessagingOptions {
  readonly core: Core;
  readonly tokens: Tokens;
}

/** Builds instant messaging. */
export function composeMessaging({ core, tokens }: MessagingOptions): InstantMessaging {
  const { config, clock, log, metrics, store } = core;
  return new InstantMessaging(config, { clock, tokens, store, metrics, log: log.child({ part: 'im' }) });
}

interface CallOptions {
  readonly core: Core;
  readonly messaging: InstantMessaging;
  readonly relays: RelayServers | undefined;
}

/** Builds one-to-one calls, which register themselves with instant messaging. */
export function composeCalls({ core, messaging, relays }: CallOptions): CallRelay {
  const { config, clock, signer, store } = core;
  return new CallRelay({
    clock,
    signer,
    routes: messaging.routes,
    hub: messaging.hub,
    relays,
    timings: { ringMs: config.CALL_RING_MS, graceMs: config.GRACE_MS },
    nextId: () => messaging.nextId(),
    isUser: async (appKey, name) => (await store.users.find(appKey, name)) !== undefined,
  });
}
