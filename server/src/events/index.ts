/** The log of what happened in conferences, and who reads it in process. */
export type { EventHandler, EventSubscription } from './consumer.js';
export { EventLog, type ConsumerOptions } from './event-log.js';
