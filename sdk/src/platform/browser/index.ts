import type { Dispose } from '../../core/clock.js';
import { VIDEO_CODECS } from '../../protocol/index.js';
import { commonVideoCodecs, cryptoRandom, fetchRequest, systemClock } from '../system.js';
import type { MediaPort, NetworkPort, Platform, SocketLike } from '../types.js';
import { isSafari, limitsOf, parseUserAgent } from './user-agent.js';

const listen = (target: EventTarget, type: string, listener: () => void): Dispose => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

const network: NetworkPort = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    const stop = [listen(window, 'online', () => listener(true)), listen(window, 'offline', () => listener(false))];
    return () => stop.forEach((dispose) => dispose());
  },
};

const mediaPort = (devices: MediaDevices): MediaPort => ({
  getUserMedia: (constraints) => devices.getUserMedia(constraints),
  // Absent on phones, contrary to the DOM types.
  ...('getDisplayMedia' in devices && { getDisplayMedia: (options) => devices.getDisplayMedia(options) }),
  getSupportedConstraints: () => devices.getSupportedConstraints(),
  enumerateDevices: () => devices.enumerateDevices(),
  onDeviceChange: (listener) => listen(devices, 'devicechange', listener),
});

export interface BrowserPlatformOptions {
  /**
   * The function `adapterFactory` of the package webrtc-adapter, which adds standard WebRTC to old browsers. It
   * modifies the page's `RTCPeerConnection` and `navigator.mediaDevices`, once, when the first platform is created with
   * it.
   */
  readonly adapter?: (environment: { window: unknown }) => unknown;
}

/** Windows that an adapter has changed; changing them twice would wrap every method twice. */
const adaptedWindows = new WeakSet<object>();

/**
 * The platform of the page (or Electron window) that calls it. `media` is undefined in insecure pages, where browsers
 * hide cameras and microphones.
 *
 * @example
 * import { adapterFactory } from 'webrtc-adapter/src/js/adapter_factory.js';
 *
 * const platform = createBrowserPlatform({ adapter: adapterFactory });
 * const client = new RtcClient({ platform, appKey, restUrl, identity });
 */
export function createBrowserPlatform({ adapter }: BrowserPlatformOptions = {}): Platform {
  if (adapter && !adaptedWindows.has(window)) {
    adaptedWindows.add(window);
    adapter({ window });
  }
  // Servers that render pages create clients too, and lack what a page has.
  const page = globalThis as Partial<Pick<typeof globalThis, 'navigator' | 'location'>>;
  const info = parseUserAgent(page.navigator?.userAgent ?? '');
  const devices = page.navigator?.mediaDevices as MediaDevices | undefined;
  return {
    info,
    limits: limitsOf(info),
    clock: systemClock,
    random: cryptoRandom,
    network,
    media: devices && mediaPort(devices),
    // Pages without an origin (`file:`, sandboxed frames) have the text "null".
    origin: page.location?.origin === 'null' ? undefined : page.location?.origin,
    onUnload: (listener) => listen(window, 'pagehide', listener),
    // The DOM types require arguments that the SDK's listeners do not read.
    createSocket: (url) => new WebSocket(url) as unknown as SocketLike,
    request: fetchRequest((...call) => fetch(...call)),
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createMediaStream: (tracks) => new MediaStream([...tracks]),
    createAudioElement: () => new Audio(),
    codecCapabilities: (kind) => globalThis.RTCRtpReceiver?.getCapabilities?.(kind)?.codecs ?? [],
    // Safari 11 supports only this codec (spec §9) and does not report its capabilities.
    videoCodecs: () =>
      isSafari(info, 12)
        ? ['H264']
        : commonVideoCodecs(globalThis.RTCRtpSender, globalThis.RTCRtpReceiver, VIDEO_CODECS),
  };
}
