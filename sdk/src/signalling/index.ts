/** The signalling socket: entering, requests and answers, reconnecting. */
export { SignallingConnection, type SignallingConnectionOptions } from './connection.js';
export { specifiedReconnectPolicy, type ReconnectPolicy, type RetryContext } from './reconnect-policy.js';
export type {
  EnterOptions,
  RequestOptions,
  SignallingClosed,
  SignallingEvents,
  SignallingPort,
  SignallingState,
} from './types.js';
export { AttemptCounter } from './url.js';
