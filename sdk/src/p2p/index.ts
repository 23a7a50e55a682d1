export { P2pCall } from './call.js';
export type { P2pLinkState } from './transitions.js';
export type { P2pEndReason, P2pEvents, P2pMediaOptions, P2pSnapshot, P2pStream, P2pStreamSnapshot } from './types.js';
