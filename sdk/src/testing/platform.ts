import type { MediaPort, Platform, PlatformInfo, PlatformLimits } from '../platform/types.js';
import { FakeClock, FakeRandom } from './clock.js';
import { FakeElement, FakeMediaPort, fakeMediaStream } from './media.js';
import { FakeHttp, FakeNetwork } from './network.js';
import { FakePeers } from './peer.js';
import { FakeSignallingServer } from './server.js';
import { FakeSockets } from './socket.js';

/** Parts of a {@link FakePlatform} that a test replaces. */
export interface FakePlatformOptions {
  readonly clock?: FakeClock;
  readonly seed?: number;
  readonly origin?: string;
  readonly info?: Partial<PlatformInfo>;
  readonly limits?: PlatformLimits;
  readonly media?: MediaPort;
  readonly videoCodecs?: readonly string[];
  readonly createPeerConnection?: Platform['createPeerConnection'];
  readonly createMediaStream?: Platform['createMediaStream'];
}

/** A platform whose time, randomness, network and server the test controls. */
export class FakePlatform implements Platform {
  readonly info: PlatformInfo;
  readonly limits: PlatformLimits;
  /** Created audio elements. */
  readonly audioElements: FakeElement[] = [];
  readonly clock: FakeClock;
  readonly random: FakeRandom;
  readonly network = new FakeNetwork();
  readonly http = new FakeHttp();
  readonly sockets = new FakeSockets();
  /** Answers on every socket. */
  readonly server = new FakeSignallingServer(this.sockets);
  readonly peers = new FakePeers();
  readonly devices = new FakeMediaPort();
  readonly media: MediaPort | undefined;
  readonly origin: string | undefined;
  readonly createSocket = this.sockets.create;
  readonly request = this.http.request;
  readonly createPeerConnection: Platform['createPeerConnection'];
  readonly createMediaStream: Platform['createMediaStream'];
  readonly #videoCodecs: readonly string[];

  constructor(options: FakePlatformOptions = {}) {
    this.info = { browser: 'chrome', browserVersion: 120, userAgent: 'Fake/1.0', ...options.info };
    this.limits = options.limits ?? {};
    this.clock = options.clock ?? new FakeClock();
    this.random = new FakeRandom(options.seed);
    this.media = options.media ?? this.devices;
    this.origin = options.origin ?? 'https://page.example';
    this.#videoCodecs = options.videoCodecs ?? ['VP8', 'H264'];
    this.createPeerConnection = options.createPeerConnection ?? this.peers.create;
    this.createMediaStream = options.createMediaStream ?? fakeMediaStream;
  }

  createAudioElement(): HTMLAudioElement {
    const element = new FakeElement();
    this.audioElements.push(element);
    return element.asElement as HTMLAudioElement;
  }

  videoCodecs(): readonly string[] {
    return this.#videoCodecs;
  }
}
