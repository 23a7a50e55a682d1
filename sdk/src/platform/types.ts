import type { Clock, Dispose, Random } from '../core/clock.js';

/** The part of WebSocket that the SDK uses; a browser's own object fits. */
export interface SocketLike {
  readonly url: string;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  readonly bufferedAmount: number;
  /** Type in which binary frames arrive; the SDK sets `arraybuffer` where it expects them. */
  binaryType?: string;
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
}

/** An HTTP request of the SDK. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** HTTP response, whatever its status. */
export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
}

/** Network state that the machine reports. */
export interface NetworkPort {
  isOnline(): boolean;
  /** Calls back with each change. */
  onChange(listener: (online: boolean) => void): Dispose;
}

/** Cameras and microphones; absent where the platform has none. */
export interface MediaPort {
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  /** Lets the user choose a screen, window or tab; absent where the platform does not support it. */
  getDisplayMedia?(options: DisplayMediaStreamOptions): Promise<MediaStream>;
  /** Names of supported constraints; none if absent. */
  getSupportedConstraints?(): object;
  enumerateDevices(): Promise<MediaDeviceInfo[]>;
  onDeviceChange(listener: () => void): Dispose;
}

/** Description of the machine (spec §3: terminal info). */
export interface PlatformInfo {
  /** Lower case, e.g. `chrome`, `firefox`, `safari`, `node`. */
  readonly browser: string;
  readonly browserVersion: number;
  readonly userAgent: string;
}

/** Limits of a browser that others do not have (spec §4, §5: Safari). */
export interface PlatformLimits {
  /** Opens one subscription at a time. */
  readonly opensOneSubscription?: boolean;
  /** Plays remote media only once something is captured (Safari before 13). */
  readonly needsCaptureToPlay?: boolean;
  /** Received video cannot be turned off in a one-to-one call. */
  readonly keepsVideoInP2p?: boolean;
}

/** The port to the outside: everything that the SDK does not implement itself. */
export interface Platform {
  readonly info: PlatformInfo;
  /** No limits if absent. */
  readonly limits?: PlatformLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: NetworkPort;
  readonly media: MediaPort | undefined;
  /** Page origin such as `https://example.org`; undefined outside pages. */
  readonly origin: string | undefined;
  /** Calls back when the page is closed, so that the others need not wait for the member's return. */
  onUnload?(listener: () => void): Dispose;
  createSocket(url: string): SocketLike;
  request(url: string, request: HttpRequest): Promise<HttpResponse>;
  createPeerConnection(configuration?: RTCConfiguration): RTCPeerConnection;
  /** Creates a detached element for audio; absent where no audio can be played. */
  createAudioElement?(): HTMLAudioElement;
  createMediaStream(tracks: readonly MediaStreamTrack[]): MediaStream;
  /** Video codecs that can be sent and received, by rtpmap name. */
  videoCodecs(): readonly string[];
  /**
   * Capabilities as in `RTCRtpReceiver.getCapabilities(kind)`; if absent, the platform's own order of codecs is
   * offered.
   */
  codecCapabilities?(kind: 'audio' | 'video'): readonly RTCRtpCodec[];
}
