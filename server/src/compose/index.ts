/** Composition of the server: one function for each part, which gets the parts it uses as named arguments. */
export { composeAuth } from './auth.js';
export { composeConferences } from './conferences.js';
export { composeCore, type Core } from './core.js';
export { composeEvents } from './events.js';
export { addGauges, composeHealth } from './health.js';
export { composeHttp } from './http.js';
export { composeClosing, listenForClients, startServices } from './lifecycle.js';
export { composeLive } from './live.js';
export { composeCalls, composeMessaging } from './messaging.js';
export { composeOperator } from './operator.js';
export { composeQuality } from './quality.js';
export { composeRecordings } from './recordings.js';
export { composeRelays } from './relays.js';
export type { Services } from './services.js';
export { composeSignalling } from './signalling.js';
export { composeWebhooks } from './webhooks.js';
