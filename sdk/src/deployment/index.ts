/** Servers that are reached through alternative addresses: the relay configuration of several deployments. */
export { readRelayConfiguration } from './read.js';
export { relayedPlatform } from './relayed.js';
export type { PortRange, RelayConfiguration } from './types.js';
