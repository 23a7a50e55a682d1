/** Networks as bad as a test needs them: a proxy for signalling and a relay for media. */
export { Channel, type BurstLoss, type ChannelCounts, type Impairment, type RateLimit } from './channel.js';
export {
  byOp,
  withMessage,
  type Direction,
  type Frame,
  type FrameHold,
  type FrameRule,
  type FrameTap,
} from './frames.js';
export { MediaRelay, type MediaRelayOptions } from './media-relay.js';
export type { Cut, ProxyConnection } from './proxy-connection.js';
export { SeededRandom } from './random.js';
export { throughRelay } from './relay-rule.js';
export { SignallingProxy } from './signalling-proxy.js';
