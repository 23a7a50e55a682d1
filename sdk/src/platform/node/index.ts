/** The platform of Node processes: tests, bots, recorders. */
import { LecternError } from '../../core/errors.js';
import { commonVideoCodecs, cryptoRandom, fetchRequest, systemClock } from '../system.js';
import type { MediaPort, NetworkPort, Platform, SocketLike } from '../types.js';

/** The parts of `@roamhq/wrtc`, or of another package with the browser's classes, that are used. */
export interface WrtcModule {
  readonly RTCPeerConnection: new (configuration?: RTCConfiguration) => unknown;
  readonly MediaStream: new (tracks?: MediaStreamTrack[]) => unknown;
  readonly RTCRtpSender?: unknown;
  readonly RTCRtpReceiver?: unknown;
}

export interface NodePlatformOptions {
  /** The imported module `wrtc` (alias of `@roamhq/wrtc`). */
  readonly wrtc: WrtcModule;
  /** Class `WebSocket` of the package `ws`; by default the global one, which Node has from version 22. */
  readonly WebSocket?: new (url: string, options?: { readonly allowSynchronousEvents?: boolean }) => unknown;
  readonly fetch?: typeof fetch;
  /** Source of cameras and microphones; without it nothing can be captured. */
  readonly media?: MediaPort;
  /** Required if tickets carry a relative URL, e.g. `http://localhost:8080`. */
  readonly origin?: string;
  /** By default always online. */
  readonly network?: NetworkPort;
}

const alwaysOnline: NetworkPort = { isOnline: () => true, onChange: () => () => undefined };

type Capabilities = Parameters<typeof commonVideoCodecs>[0];

/**
 * A platform on Node. The process must end with `process.exit()`: native peer connections keep it alive otherwise.
 * @throws {LecternError} reason `unsupported`, when there is no WebSocket class.
 */
export function createNodePlatform(options: NodePlatformOptions): Platform {
  const { wrtc, media, origin, network = alwaysOnline } = options;
  const WebSocketClass = options.WebSocket ?? (globalThis.WebSocket as NodePlatformOptions['WebSocket']);
  if (!WebSocketClass) {
    throw new LecternError('this Node has no WebSocket: pass { WebSocket } from the package "ws"', {
      reason: 'unsupported',
    });
  }
  const version = process.versions.node;
  return {
    info: { browser: 'node', browserVersion: Number.parseInt(version, 10), userAgent: `Node.js/${version}` },
    clock: systemClock,
    random: cryptoRandom,
    network,
    media,
    origin,
    // As in browsers, continuations of one message run before the next one is delivered.
    createSocket: (url) => new WebSocketClass(url, { allowSynchronousEvents: false }) as SocketLike,
    request: fetchRequest(options.fetch ?? ((...call) => fetch(...call))),
    createPeerConnection: (configuration) => new wrtc.RTCPeerConnection(configuration) as RTCPeerConnection,
    createMediaStream: (tracks) => new wrtc.MediaStream([...tracks]) as MediaStream,
    // The class may be a function without the static method; the fallback is the codec that libwebrtc always has.
    videoCodecs: () =>
      commonVideoCodecs(wrtc.RTCRtpSender as Capabilities, wrtc.RTCRtpReceiver as Capabilities, ['VP8']),
  };
}
