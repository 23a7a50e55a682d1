/**
 * Deployments with settings of their own: alternative addresses of servers (relay configuration), and other timings than
 * the specification's.
 */
export { readRelayConfiguration } from './read.js';
export { relayedPlatform } from './relayed.js';
export type { PortRange, RelayConfiguration } from './types.js';
export { createTimings } from './timings.js';
export type { Timings } from '../core/timings.js';
