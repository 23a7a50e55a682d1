/** Instant messaging: sockets, sessions, delivery. */
import { BodyType, IM_SOCKET_PATH, NameSpace } from '@lectern/rtc/im-protocol';
import type { Logger } from 'pino';
import type { Tokens } from '../auth/tokens.js';
import type { Clock } from '@lectern/kit/clock';
import type { ServerConfig } from '../config.js';
import { SOCKJS_SOCKET_PATH } from '../http/sockjs.js';
import type { Upgrades } from '../http/upgrades.js';
import type { ServerMetrics } from '../metrics.js';
import { isGroupKey, type ImMessage, type ImStore, type Store } from '../store/index.js';
import { Acknowledgements } from './acknowledgements.js';
import { ImDirectory } from './directory.js';
import { ImEndpoint } from './endpoint.js';
import { binaryFraming, sockJsFraming } from './framing.js';
import { GroupChat, GroupRegistry, Groups, SharedReads } from './groups/index.js';
import { ImHub } from './hub.js';
import { ImKeeper } from './keeper.js';
import { ReadMarks } from './read-marks.js';
import { Presences } from './presence.js';
import { ImRoutes } from './routes.js';
import { UserChat } from './user-chat.js';
import { firstIdAt, ImWriter } from './writer.js';

export { metaOf, userJid, type ImRefusal } from './frames.js';
export { GroupError, GroupErrorCode, type Group, type GroupFacts, type Groups, type NewGroup } from './groups/index.js';
export type { ImDevice, ImHub } from './hub.js';
export { messageJson } from './message-json.js';
export type { PresenceState, Presences } from './presence.js';
export type { ImOutcome, ImRoute, ImRoutes } from './routes.js';

export interface InstantMessagingPorts {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly store: Pick<Store, 'im' | 'users' | 'groups' | 'presence'>;
  readonly metrics: ServerMetrics;
  readonly log: Logger;
}

/** Time after which a device without acknowledgements is forgotten. */
const DEVICE_RETENTION_MS = 30 * 24 * 3_600_000;
const SWEEP_INTERVAL_MS = 6 * 3_600_000;

/** Composition of instant messaging on one node. */
export class InstantMessaging {
  readonly endpoint: ImEndpoint;
  readonly hub: ImHub;
  /** Handlers of client messages; other modules register here before the first client connects. */
  readonly routes = new ImRoutes();
  readonly groups: Groups;
  readonly presences: Presences;
  /** Stores messages to users and groups. */
  readonly keeper: ImKeeper;
  readonly #writer: ImWriter;
  readonly #acknowledgements: Acknowledgements;
  readonly #groupChat: GroupChat;
  readonly #marks: ReadMarks;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #store: ImStore;
  #stopSweeps: (() => void) | undefined;

  constructor(config: ServerConfig, { clock, tokens, store, metrics, log }: InstantMessagingPorts) {
    this.hub = new ImHub(clock, {
      maxDevices: config.IM_MAX_DEVICES,
      maxPages: config.IM_WEB_DEVICES,
      messagesPerSecond: config.IM_MESSAGES_PER_SECOND,
      messageBurst: config.IM_MESSAGE_BURST,
    });
    this.#writer = new ImWriter(store.im, clock, (message) => this.#kept(message));
    this.#log = log;
    this.#clock = clock;
    this.#store = store.im;
    this.#marks = new ReadMarks(store.im, this.#writer, () => clock.now(), log);
    const shared = { writer: this.#writer, hub: this.hub, clock };
    const [directory, registry] = [new ImDirectory(store.users), new GroupRegistry(store.groups)];
    const reads = new SharedReads(store.im, registry);
    this.#acknowledgements = new Acknowledgements(store.im);
    this.groups = new Groups({
      ...{ ...shared, directory, registry, reads, store: store.groups },
      limits: { maxMembers: config.IM_MAX_GROUP_MEMBERS, maxGroups: config.IM_MAX_GROUPS_PER_USER },
    });
    const writer = this.#writer;
    const nextId = (): bigint => writer.nextId();
    this.keeper = new ImKeeper(
      { clock, writer, store: store.im, kept: (message) => this.#kept(message) },
      config.IM_RECALL_LIMIT_MS,
    );
    const keeping = { clock, hub: this.hub, keeper: this.keeper, nextId };
    this.presences = new Presences({ clock, hub: this.hub, store: store.presence, nextId: () => writer.nextId() });
    const chat = new UserChat({ ...keeping, directory });
    this.#groupChat = new GroupChat({ ...keeping, registry, reads, marks: this.#marks });
    this.routes.register({ ns: NameSpace.Chat }, (device, meta) => chat.take(device, meta));
    this.routes.register({ ns: NameSpace.Chat, isToGroups: true }, (device, meta) =>
      this.#groupChat.take(device, meta),
    );
    this.endpoint = new ImEndpoint(
      {
        ...{ clock, tokens, metrics, log },
        ...{ hub: this.hub, routes: this.routes },
        store: reads,
        acknowledgements: this.#acknowledgements,
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

  /** Registers the WebSocket paths of both transports. */
  attach(upgrades: Upgrades): void {
    upgrades.register(IM_SOCKET_PATH, (...upgrade) => this.endpoint.upgrade(binaryFraming, ...upgrade));
    upgrades.register(SOCKJS_SOCKET_PATH, (...upgrade) => this.endpoint.upgrade(sockJsFraming, ...upgrade));
  }

  async start(): Promise<void> {
    await Promise.all([this.#writer.start(), this.presences.start()]);
    this.#stopSweeps = this.#clock.every(SWEEP_INTERVAL_MS, () => this.#forgetDevices());
  }

  /** Id of the next pushed or stored item: grows with time. */
  nextId(): bigint {
    return this.#writer.nextId();
  }

  /**
   * Logs out all devices of a user, or the one with a resource; each receives the reason, one of `StatisticsOperation`,
   * before its socket is closed. False where none is logged in.
   */
  logOut(appKey: string, user: string, operation: number, resource?: string): boolean {
    return this.hub.logOut(appKey, user, { operation, reason: '' }, resource);
  }

  /** Closes every socket, then waits for pending writes. */
  async close(): Promise<void> {
    this.#stopSweeps?.();
    await this.endpoint.close();
    await Promise.all([this.#writer.idle(), this.#acknowledgements.idle()]);
  }

  /** Clients create new devices all the time; the acknowledgements of old ones would accumulate. */
  #forgetDevices(): void {
    const before = firstIdAt(this.#clock.now() - DEVICE_RETENTION_MS);
    this.#store.forgetDevices(before).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'devices that are gone could not be forgotten');
    });
  }

  #kept(message: ImMessage): void {
    const { appKey, recipient, sender, id, kind } = message;
    if (isGroupKey(recipient)) {
      this.#groupChat.notify(message).catch((error: unknown) => {
        this.#log.warn({ err: error, group: recipient }, 'the members of a group could not be told of a message');
      });
      return;
    }
    if (kind === BodyType.ChannelAck) this.#marks.kept(message);
    this.hub.notify(appKey, recipient, sender, id);
  }
}
