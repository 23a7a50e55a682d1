/** Instant messaging between users: login, messages with acknowledgement, delivery, conversations. */
export { ImClient } from './client.js';
export { ImErrorCode } from './errors.js';
export type { ImState } from './states.js';
export type * from './types.js';
