import { EventLog } from '../events/index.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import type { Core } from './core.js';

interface EventOptions {
  readonly core: Core;
  readonly webhooks: Webhooks | undefined;
}

/** Builds the log of events, which wakes the delivery of webhooks. */
export function composeEvents({ core: { config, clock, log, store }, webhooks }: EventOptions): EventLog {
  return new EventLog({
    store: store.events,
    clock,
    log: log.child({ part: 'events' }),
    webhooks,
    retentionMs: config.EVENT_RETENTION_MS,
  });
}
