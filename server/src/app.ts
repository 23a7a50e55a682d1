import cors from '@fastify/cors';
import { StatisticsOperation } from '@lectern/rtc/im-protocol';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pino, type Logger } from 'pino';
import { Accounts, type Credentials } from './auth/accounts.js';
import { openSigner } from './auth/known-secrets.js';
import { Revocations } from './auth/revocations.js';
import type { Signer } from './auth/signer.js';
import { SignedSessionIds, Tickets } from './auth/tickets.js';
import { FailureThrottle } from './auth/throttle.js';
import { Tokens } from './auth/tokens.js';
import { CallRelay } from './call/index.js';
import { systemClock, type Clock } from './clock.js';
import type { ConferenceContext } from './conference/context.js';
import { ConferenceRegistry } from './conference/registry.js';
import type { ServerConfig } from './config.js';
import { accountRoutes } from './http/accounts.js';
import { adminRoutes } from './http/admin.js';
import { conferenceRoutes } from './http/conferences.js';
import { conversationRoutes } from './http/conversations.js';
import { discoveryRoutes } from './http/discovery.js';
import { handleErrors } from './http/errors.js';
import { groupRoutes } from './http/groups.js';
import { healthRoutes } from './http/health.js';
import { messageRoutes } from './http/messages.js';
import { metricsRoute } from './http/metrics.js';
import { presenceRoutes } from './http/presence.js';
import { relayRoutes } from './http/relays.js';
import { RoleGuard } from './http/role-guard.js';
import { sockJsRoutes } from './http/sockjs.js';
import { qualityRoutes } from './http/quality.js';
import { recordingRoutes } from './http/recordings.js';
import { tolerateAnnouncedBodies } from './http/request-bodies.js';
import { limitRequestTime } from './http/request-time.js';
import { closeAfterUnreadBodies } from './http/unread-bodies.js';
import { Upgrades } from './http/upgrades.js';
import { userInfoRoutes } from './http/user-info.js';
import { liveRoutes, LiveCreation } from './http/live.js';
import { InstantMessaging } from './im/index.js';
import { LiveService, PushPolicy } from './live/index.js';
import { HealthChecks, HealthProblem } from './health.js';
import { listenError, StartScope } from './lifecycle/index.js';
import { activeUsers, lockOut, removeUser, type LockOutReason, type UserName } from './lock-out.js';
import type { MediaEngine } from './media/engine.js';
import { createMetrics, watchServer, type ServerMetrics } from './metrics.js';
import { QualityCollector } from './quality/index.js';
import { SIGNALLING_PATH, SignallingEndpoint, SocketTable } from './signalling/endpoint.js';
import {
  type ConferenceIdentity,
  type Disk,
  FfmpegMerger,
  realDisk,
  RecordingDirector,
  Recordings,
} from './recording/index.js';
import { openStore, type Store } from './store/index.js';
import { RelayServers } from './turn/relay-servers.js';
import { recordingReady } from './webhooks/events.js';
import { Webhooks, type WebhookPorts } from './webhooks/webhooks.js';

const BODY_LIMIT_BYTES = 256 * 1024;
const ID_BYTES = 9;

/** What a composition root may put in place of the server's own parts. */
export interface ServerParts {
  readonly engine: MediaEngine;
  readonly store?: Store;
  readonly clock?: Clock;
  /** The disk that recordings go to. */
  readonly disk?: Disk;
  readonly log?: Logger;
  /** Gives the start up: it rejects once nothing that it started is left. */
  readonly signal?: AbortSignal | undefined;
  /** scrypt's N for the passwords of users and conferences, a power of two; 16384 unless given. */
  readonly passwordCost?: number | undefined;
}

/** A server that is ready but does not listen: more routes can still be added. */
export interface LecternServer {
  /** The HTTP application; register routes and static files of the same origin here, before {@link listen}. */
  readonly app: FastifyInstance;
  /** WebSocket paths of the same origin. */
  readonly upgrades: Upgrades;
  readonly accounts: Accounts;
  readonly messaging: InstantMessaging;
  readonly registry: ConferenceRegistry;
  readonly recordings: Recordings;
  readonly store: Store;
  readonly log: Logger;
  /** What `GET /healthz` asks; add what the server needs besides, such as another database. */
  readonly health: HealthChecks;
  /**
   * Ends a user's chats and conferences and all that was issued to it, and gives it another password, so that nothing
   * that it has lets it in again. Idempotent, and good for a user that there is not. Its devices receive the reason:
   * `removed` unless given.
   */
  lockOut(credentials: Credentials, reason?: LockOutReason): Promise<void>;
  /** Deletes a user with what it said of itself, after {@link lockOut}: its tokens stay worthless. Idempotent. */
  removeUser(user: UserName): Promise<void>;
  /** Names of an application's users who are in a conference, or logged in to chat. */
  activeUsers(appKey: string): ReadonlySet<string>;
  /** Starts to accept clients; resolves with the port. */
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /** Stops accepting, writes what is to be written and ends everything the server started. Idempotent. */
  close(): Promise<void>;
  /**
   * Ends the processes that the server started at once, without waiting for work that is under way: for a start that is
   * given up before {@link listen}. The server cannot be used any more.
   */
  terminate(): Promise<void>;
}

function relaysOf(config: ServerConfig, clock: Clock): RelayServers | undefined {
  const { TURN_URL: urls, TURN_SECRET: secret, TURN_TTL_MS: ttlMs, TURN_RELAY_ONLY: isRelayOnly } = config;
  return urls.length === 0 ? undefined : new RelayServers({ urls, secret, ttlMs, isRelayOnly }, clock);
}

function webhooksOf(config: ServerConfig, ports: WebhookPorts): Webhooks | undefined {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_RETENTION_MS: retentionMs } = config;
  if (url === undefined || secret === undefined) return undefined;
  return new Webhooks({ url, secret, retentionMs, maxQueue: config.WEBHOOK_QUEUE }, ports);
}

function contextOf(config: ServerConfig, signer: Signer, tokens: Tokens, clock: Clock): ConferenceContext {
  const relays = relaysOf(config, clock);
  return {
    limits: {
      maxMembers: config.MAX_MEMBERS,
      maxTalkers: config.MAX_TALKERS,
      maxAudience: config.MAX_AUDIENCE,
      maxVideoPublishers: config.MAX_VIDEO_PUBLISHERS,
      maxDesktopPublishers: config.MAX_DESKTOP_PUBLISHERS,
      maxSessionsPerUser: config.MAX_SESSIONS_PER_USER,
      maxOwnConferences: config.MAX_OWN_CONFERENCES,
      maxStreamsPerMember: config.MAX_STREAMS_PER_MEMBER,
      maxChannelsPerMember: config.MAX_CHANNELS_PER_MEMBER,
    },
    timings: {
      retentionMs: config.RETENTION_MS,
      reapMs: config.REAP_MS,
      memberGraceMs: config.GRACE_MS,
      streamGraceMs: config.STREAM_GRACE_MS,
      codecSwitchMs: config.CODEC_SWITCH_MS,
    },
    recordRight: config.RECORD_BY,
    sessions: new SignedSessionIds(signer),
    roleToken: (confrId, memName) => tokens.issueRole({ confrId, memName }),
    ...(relays && { rtcCfg: (memName: string) => relays.configFor(memName) }),
    newId: (prefix) => `${prefix}${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`,
  };
}

interface Watched {
  readonly registry: ConferenceRegistry;
  readonly sockets: SocketTable;
  readonly messaging: InstantMessaging;
  readonly engine: MediaEngine;
  readonly quality: QualityCollector;
}

function watch(metrics: ServerMetrics, { registry, sockets, messaging, engine, quality }: Watched): void {
  const sum = (count: (state: { members: { size: number }; streams: { size: number } }) => number): number =>
    [...registry.all].reduce((total, { host }) => total + count(host.state), 0);
  watchServer(metrics, {
    sockets: () => sockets.size,
    imSockets: () => messaging.endpoint.size,
    imDevices: () => messaging.hub.size,
    qualitySockets: () => quality.size,
    qualityWaiting: () => quality.waiting,
    conferences: () => [...registry.all].length,
    members: () => sum((state) => state.members.size),
    streams: () => sum((state) => state.streams.size),
    async media() {
      const totals = { transports: 0, packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0 };
      for (const entry of await engine.stats()) {
        totals.transports += 1;
        totals.packetsIn += entry.packetsIn;
        totals.packetsOut += entry.packetsOut;
        totals.bytesIn += entry.bytesIn;
        totals.bytesOut += entry.bytesOut;
      }
      return totals;
    },
  });
}

async function openOwnStore(config: ServerConfig, log: Logger, scope: StartScope): Promise<Store> {
  const opening = openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    log: (line) => log.debug(line),
    signal: scope.signal,
  });
  scope.add(async () => {
    // One that is still being opened is given up by the signal, and takes away what it has begun.
    const store = await opening.catch(() => undefined);
    await store?.terminate();
    // A statement that hangs keeps its connection until it times out; nobody has to wait for that.
    store?.close().catch((error: unknown) => log.debug({ err: error }, 'the database connections did not close'));
  });
  return opening;
}

function addChecks(health: HealthChecks, store: Store, engine: MediaEngine): void {
  health.add('database', () => store.check());
  health.add('media', async () => {
    const { running, total } = engine.workers();
    if (running === 0) throw new HealthProblem(`${running} of ${total} workers run`);
  });
}

/**
 * Builds the server from its settings and parts, with its store open and its media engine started.
 *
 * @throws what keeps it from starting, once nothing that it started is left
 */
export function buildServer(config: ServerConfig, parts: ServerParts): Promise<LecternServer> {
  const scope = new StartScope(parts.signal);
  return scope.run(() => assembleServer(config, parts, scope));
}

async function assembleServer(config: ServerConfig, parts: ServerParts, scope: StartScope): Promise<LecternServer> {
  const log = parts.log ?? pino({ level: config.LOG_LEVEL });
  const clock = parts.clock ?? systemClock;
  const { engine } = parts;
  const store = parts.store ?? (await openOwnStore(config, log.child({ part: 'store' }), scope));
  const signer = await openSigner(config, store.secrets);
  const revocations = new Revocations(store.users, clock, config.TOKEN_TTL_MS);
  const tokens = new Tokens(signer, clock, config.TOKEN_TTL_MS, config.TICKET_TTL_MS, revocations);
  const tickets = new Tickets(signer, clock, config.TICKET_TTL_MS);
  const accounts = new Accounts(store.users, tokens, clock, parts.passwordCost);
  const throttle = new FailureThrottle(clock, {
    perAccount: config.MAX_FAILURES,
    perAddress: config.MAX_FAILURES_PER_ADDRESS,
    windowMs: config.FAILURE_WINDOW_MS,
  });
  const metrics = createMetrics();
  const webhooks = webhooksOf(config, {
    ...{ store: store.webhooks, clock, log },
    dropped: (count, reason) => metrics.webhooksDropped.inc({ reason }, count),
  });
  const sockets = new SocketTable();
  const live = new LiveService(
    {
      folder: resolve(config.DATA_DIR, 'live'),
      ffmpegPath: config.FFMPEG_PATH,
      canvas: config.LIVE_CANVAS,
      maxPerConference: config.MAX_LIVE_OUTPUTS,
      maxInAll: config.MAX_LIVE_OUTPUTS_TOTAL,
      giveUpMs: config.LIVE_GIVE_UP_MS,
    },
    {
      clock,
      engine,
      policy: new PushPolicy(config.LIVE_PUSH_HOSTS),
      log: log.child({ part: 'live' }),
      progress: (confrId, liveId, progress) =>
        registry.get(confrId)?.host.feed({ kind: 'liveProgress', liveId, progress }),
    },
  );
  const recordings = new Recordings(
    config.DATA_DIR,
    {
      maxBytes: config.RECORDING_MAX_BYTES,
      totalBytes: config.RECORDING_TOTAL_BYTES,
      minFreeBytes: config.RECORDING_MIN_FREE_BYTES,
      retentionMs: config.RECORDING_RETENTION_MS,
    },
    {
      clock,
      engine,
      store: store.recordings,
      disk: parts.disk ?? realDisk,
      merge: new FfmpegMerger(config.FFMPEG_PATH),
      log: log.child({ part: 'recording' }),
      news: webhooks && {
        ready: (record, { id, appKey }) => {
          const known = registry.get(id)?.record;
          return webhooks.prepare(known ?? { id, appKey, roomName: null, type: null }, recordingReady(record));
        },
        stored: (conferenceId) => webhooks.wake(conferenceId),
      },
    },
  );
  const director = new RecordingDirector({
    recordings,
    identify: (confrId): ConferenceIdentity | undefined => registry.get(confrId)?.record,
    log,
  });
  const registry: ConferenceRegistry = new ConferenceRegistry(contextOf(config, signer, tokens, clock), {
    clock,
    engine,
    sockets,
    store: store.conferences,
    signer,
    log,
    webhooks,
    record: (state, streamId) => director.start(state, streamId),
    changed: (state) => {
      live.changed(state);
      director.changed(state);
    },
    passwordCost: parts.passwordCost,
  });
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // One hop: with more, the address is whatever the client writes into the header.
    trustProxy: config.TRUST_PROXY && ((_address, hop) => hop === 0),
    // What is mounted may have to bring a database up to date first.
    pluginTimeout: 0,
    forceCloseConnections: true,
  });
  const connections = {
    clock,
    tickets,
    registry,
    metrics,
    log,
    limits: {
      enterTimeoutMs: config.ENTER_TIMEOUT_MS,
      framesPerSecond: config.FRAMES_PER_SECOND,
      frameBurst: config.FRAME_BURST,
      maxBufferedBytes: config.MAX_BUFFERED_BYTES,
      pingIntervalMs: config.PING_INTERVAL_MS,
    },
  };
  const endpoint = new SignallingEndpoint(sockets, connections, {
    maxSocketsPerAddress: config.MAX_SOCKETS_PER_ADDRESS,
    trustProxy: config.TRUST_PROXY,
  });
  const messaging = new InstantMessaging(config, { clock, tokens, store, metrics, log: log.child({ part: 'im' }) });
  const calls = new CallRelay({
    ...{ clock, signer, routes: messaging.routes, hub: messaging.hub },
    relays: relaysOf(config, clock),
    timings: { ringMs: config.CALL_RING_MS, graceMs: config.GRACE_MS },
    nextId: () => messaging.nextId(),
    isUser: async (appKey, name) => (await store.users.find(appKey, name)) !== undefined,
  });
  const quality = new QualityCollector(config, {
    ...{ clock, signer, registry, metrics, log: log.child({ part: 'quality' }) },
    store: store.quality,
  });
  const upgrades = new Upgrades(app.server);
  upgrades.register(SIGNALLING_PATH, (request, socket, head) => endpoint.upgrade(request, socket, head));
  messaging.attach(upgrades);
  quality.attach(upgrades);

  const { APP_KEYS: appKeys, PUBLIC_URL: publicUrl } = config;
  await app.register(cors, { origin: true, methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'], maxAge: 86_400 });
  tolerateAnnouncedBodies(app);
  limitRequestTime(app, clock);
  closeAfterUnreadBodies(app, clock);
  handleErrors(app, metrics);
  const health = new HealthChecks(clock, log.child({ part: 'health' }));
  addChecks(health, store, engine);
  healthRoutes(app, health);
  metricsRoute(app, metrics, config);
  discoveryRoutes(app, { appKeys, publicUrl });
  sockJsRoutes(app);
  accountRoutes(app, {
    ...{ accounts, tokens, revocations, throttle, appKeys },
    isOpen: () => config.DEMO,
    loggedOut: (appKey, user) => messaging.logOut(appKey, user, StatisticsOperation.UserKickedByOtherDevice),
  });
  conferenceRoutes(app, {
    ...{ registry, tokens, throttle, tickets, appKeys, publicUrl, quality },
    live: new LiveCreation(live),
  });
  presenceRoutes(app, {
    ...{ tokens, presences: messaging.presences, hub: messaging.hub },
    logOut: (appKey, user, resource) =>
      messaging.logOut(appKey, user, StatisticsOperation.UserKickedByOtherDevice, resource),
  });
  userInfoRoutes(app, { store: store.userInfo, tokens, now: () => clock.now() });
  messageRoutes(app, { store: store.im, tokens, groups: messaging.groups });
  conversationRoutes(app, { store: store.im, tokens, nextId: () => messaging.nextId() });
  groupRoutes(app, {
    ...{ store: store.groups, tokens, groups: messaging.groups },
    limits: {
      name: config.IM_MAX_GROUP_NAME,
      description: config.IM_MAX_GROUP_DESCRIPTION,
      members: config.IM_MAX_GROUP_MEMBERS,
    },
  });
  const guard = new RoleGuard(tokens, registry);
  adminRoutes(app, guard);
  liveRoutes(app, guard, live);
  recordingRoutes(app, {
    recordings,
    store: store.recordings,
    registry,
    tokens,
    signer,
    clock,
    appKeys,
    publicUrl,
  });
  relayRoutes(app, { tokens, appKeys, relays: relaysOf(config, clock) });
  qualityRoutes(app, { ...{ registry, tokens, appKeys }, store: store.quality, operatorToken: config.QUALITY_TOKEN });
  watch(metrics, { registry, sockets, messaging, engine, quality });

  scope.add(() => engine.stop());
  await Promise.all([
    engine.start(),
    registry.restore(),
    live.start(),
    webhooks?.start(),
    revocations.load(),
    messaging.start(),
  ]);
  for (const { host } of registry.all) live.changed(host.state);
  await recordings.restore((confrId) => registry.get(confrId) !== undefined);

  let closing: Promise<void> | undefined;
  const shutDown = async (): Promise<void> => {
    health.close();
    await Promise.all([endpoint.close(), messaging.close(), quality.close()]);
    calls.close();
    await app.close();
    await live.close();
    await registry.close();
    await engine.stop();
    await recordings.close();
    await webhooks?.stop();
    await store.close();
  };
  return {
    app,
    upgrades,
    accounts,
    messaging,
    registry,
    recordings,
    store,
    log,
    health,
    lockOut: (credentials, reason) => lockOut({ accounts, revocations, messaging, registry }, credentials, reason),
    removeUser: (user) => removeUser({ accounts, revocations, messaging, registry, store }, user),
    activeUsers: (appKey) => activeUsers({ messaging, registry }, appKey),
    async listen() {
      await app.listen({ port: config.PORT, host: config.HOST }).catch((error: unknown) => {
        throw listenError(config.PORT, config.HOST, error) ?? error;
      });
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
      return { port, url: `http://localhost:${port}` };
    },
    close: () => (closing ??= shutDown()),
    terminate: async () => void (await Promise.all([engine.stop(), store.terminate()])),
  };
}
