/** Instant messaging: sockets, sessions, delivery. */
import { IM_SOCKET_PATH, NameSpace } from '@lectern/rtc/im-protocol';
import type { Logger } from 'pino';
import type { Tokens } from '../auth/tokens.js';
import type { Clock } from '../clock.js';
import type { ServerConfig } from '../config.js';
import { SOCKJS_SOCKET_PATH } from '../http/sockjs.js';
import type { Upgrades } from '../http/upgrades.js';
import type { ServerMetrics } from '../metrics.js';
import type { ImMessage, Store } from '../store/index.js';
import { Acknowledgements } from './acknowledgements.js';
import { ImDirectory } from './directory.js';
import { ImEndpoint } from './endpoint.js';
import { binaryFraming, sockJsFraming } from './framing.js';
import { ImHub } from './hub.js';
import { ImRoutes } from './routes.js';
import { UserChat } from './user-chat.js';
import { ImWriter } from './writer.js';

export { metaOf, userJid, type ImRefusal } from './frames.js';
export type { ImDevice, ImHub } from './hub.js';
export type { ImOutcome, ImRoute, ImRoutes } from './routes.js';

export interface InstantMessagingPorts {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly store: Pick<Store, 'im' | 'users'>;
  readonly metrics: ServerMetrics;
  readonly log: Logger;
}

/** Instant messaging of one node, put together. */
export class InstantMessaging {
  readonly endpoint: ImEndpoint;
  readonly hub: ImHub;
  /** Who takes what clients send; others than this room register here, before the first client comes. */
  readonly routes = new ImRoutes();
  readonly #writer: ImWriter;

  constructor(config: ServerConfig, { clock, tokens, store, metrics, log }: InstantMessagingPorts) {
    this.hub = new ImHub(clock, {
      maxDevices: config.IM_MAX_DEVICES,
      messagesPerSecond: config.IM_MESSAGES_PER_SECOND,
      messageBurst: config.IM_MESSAGE_BURST,
    });
    this.#writer = new ImWriter(store.im, clock, (message) => this.#kept(message));
    const chat = new UserChat({ directory: new ImDirectory(store.users), writer: this.#writer });
    this.routes.register({ ns: NameSpace.Chat }, (device, meta) => chat.take(device, meta));
    this.endpoint = new ImEndpoint(
      {
        ...{ clock, tokens, metrics, log },
        ...{ hub: this.hub, routes: this.routes },
        store: store.im,
        acknowledgements: new Acknowledgements(store.im),
        writer: this.#writer,
        limits: { maxMessageBytes: config.IM_MAX_MESSAGE_BYTES, provisionTimeoutMs: config.ENTER_TIMEOUT_MS },
        sockets: {
          framesPerSecond: config.FRAMES_PER_SECOND,
          frameBurst: config.FRAME_BURST,
          maxBufferedBytes: config.MAX_BUFFERED_BYTES,
          pingIntervalMs: config.PING_INTERVAL_MS,
        },
      },
      { maxSocketsPerAddress: config.MAX_SOCKETS_PER_ADDRESS, trustProxy: config.TRUST_PROXY },
    );
  }

  /** Takes the sockets of both transports. */
  attach(upgrades: Upgrades): void {
    upgrades.register(IM_SOCKET_PATH, (...upgrade) => this.endpoint.upgrade(binaryFraming, ...upgrade));
    upgrades.register(SOCKJS_SOCKET_PATH, (...upgrade) => this.endpoint.upgrade(sockJsFraming, ...upgrade));
  }

  start(): Promise<void> {
    return this.#writer.start();
  }

  /** An id for what is pushed or kept next: grows with time. */
  nextId(): bigint {
    return this.#writer.nextId();
  }

  /** Closes every socket, then waits for what is being written. */
  async close(): Promise<void> {
    await this.endpoint.close();
    await this.#writer.idle();
  }

  #kept({ appKey, recipient, sender, id }: ImMessage): void {
    this.hub.notify(appKey, recipient, sender, id);
  }
}
