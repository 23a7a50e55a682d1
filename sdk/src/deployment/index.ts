/** Servers that are reached through other addresses than their own: the relay configuration of several deployments. */
export { readRelayConfiguration } from './read.js';
export { relayedPlatform } from './relayed.js';
export type { PortRange, RelayConfiguration } from './types.js';
