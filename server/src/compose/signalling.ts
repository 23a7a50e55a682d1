import type { Tickets } from '../auth/tickets.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { GrantRevocations } from '../keys/index.js';
import { SignallingEndpoint, type SocketTable } from '../signalling/endpoint.js';
import type { Core } from './core.js';

interface SignallingOptions {
  readonly core: Core;
  readonly tickets: Tickets;
  readonly revocations: GrantRevocations;
  readonly registry: ConferenceRegistry;
  readonly sockets: SocketTable;
}

/** Builds the endpoint of the conferences' sockets. */
export function composeSignalling({
  core,
  tickets,
  revocations,
  registry,
  sockets,
}: SignallingOptions): SignallingEndpoint {
  const { config, clock, log, metrics } = core;
  const connections = {
    clock,
    tickets,
    revocations,
    registry,
    metrics,
    log,
    limits: {
      enterTimeoutMs: config.ENTER_TIMEOUT_MS,
      framesPerSecond: config.FRAMES_PER_SECOND,
      frameBurst: config.FRAME_BURST,
      maxBufferedBytes: config.MAX_BUFFERED_BYTES,
      pingIntervalMs: config.PING_INTERVAL_MS,
    },
  };
  return new SignallingEndpoint(sockets, connections, {
    maxSocketsPerAddress: config.MAX_SOCKETS_PER_ADDRESS,
    trustProxy: config.TRUST_PROXY,
  });
}
