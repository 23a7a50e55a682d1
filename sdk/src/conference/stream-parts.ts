/** Modules that a conference needs once it has streams, loaded together while it is joined. */
export { Recovery } from './recovery.js';
export { Subscription } from './subscription.js';
