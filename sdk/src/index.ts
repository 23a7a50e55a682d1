/** Conferences: joining, publishing, subscribing. */
export { RtcClient, type RtcClientOptions, type TicketRequest } from './client/client.js';
export type { StreamPolicy } from './conference/policy.js';
export type * from './conference/types.js';
export { LecternError, type ErrorReason, type LecternErrorOptions } from './core/errors.js';
export type { Clock, Dispose, Random } from './core/clock.js';
export type { Snapshots } from './core/snapshot.js';
export { DeviceList, type Device, type DevicesSnapshot } from './media/devices.js';
export type { TrackProcessor } from './media/local-media.js';
export { createBrowserPlatform, type BrowserPlatformOptions } from './platform/browser/index.js';
export type * from './platform/types.js';
export { ConferenceType, ExitReason, Role, StreamType } from './protocol/index.js';
export { registerUser, requestToken, type UserOptions, type TokenProvider, type UserToken } from './rest/index.js';
export type { ReconnectPolicy, RetryContext } from './signalling/reconnect-policy.js';
export type { SignallingState } from './signalling/types.js';
