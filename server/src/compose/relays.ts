import { RelayServers } from '../turn/relay-servers.js';
import type { Core } from './core.js';

/** Builds the credentials for TURN relays; undefined where the settings name no relay. */
export function composeRelays({ config, clock }: Core): RelayServers | undefined {
  const { TURN_URL: urls, TURN_SECRET: secret, TURN_TTL_MS: ttlMs, TURN_RELAY_ONLY: isRelayOnly } = config;
  return urls.length === 0 ? undefined : new RelayServers({ urls, secret, ttlMs, isRelayOnly }, clock);
}
