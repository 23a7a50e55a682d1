/** One-to-one calls over instant messaging: requests, routing, end of calls. */
export { CallRelay, type CallRelayPorts } from './relay.js';
export type { CallTimings } from './call.js';
