/** The log of conference events, and its in-process consumers. */
export type { EventHandler, EventSubscription } from './consumer.js';
export { EventLog, type ConsumerOptions } from './event-log.js';
