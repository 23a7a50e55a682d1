import type { CallRelay } from '../call/index.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { EventLog } from '../events/index.js';
import type { HealthChecks } from '../health.js';
import type { InstantMessaging } from '../im/index.js';
import type { LiveService } from '../live/index.js';
import type { QualityCollector } from '../quality/index.js';
import type { Recordings } from '../recording/index.js';
import type { SignallingEndpoint, SocketTable } from '../signalling/endpoint.js';
import type { RelayServers } from '../turn/relay-servers.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import type { Auth } from './auth.js';

/** All services of the server, composed: HTTP serves them, the start starts them, and closing closes them. */
export interface Services {
  readonly auth: Auth;
  readonly events: EventLog;
  /** Undefined where none are set up. */
  readonly webhooks: Webhooks | undefined;
  /** Undefined where none are set up. */
  readonly relays: RelayServers | undefined;
  readonly live: LiveService;
  readonly recordings: Recordings;
  /** The open sockets of conferences. */
  readonly sockets: SocketTable;
  readonly registry: ConferenceRegistry;
  readonly signalling: SignallingEndpoint;
  readonly messaging: InstantMessaging;
  readonly calls: CallRelay;
  readonly quality: QualityCollector;
  readonly health: HealthChecks;
}
