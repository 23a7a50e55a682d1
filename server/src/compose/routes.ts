import { StatisticsOperation } from '@lectern/rtc/im-protocol';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '../http/accounts.js';
import { adminRoutes } from '../http/admin.js';
import { conferenceRoutes } from '../http/conferences.js';
import { conversationRoutes } from '../http/conversations.js';
import { discoveryRoutes } from '../http/discovery.js';
import { groupRoutes } from '../http/groups.js';
import { healthRoutes } from '../http/health.js';
import { LiveCreation, liveRoutes } from '../http/live.js';
import { messageRoutes } from '../http/messages.js';
import { metricsRoute } from '../http/metrics.js';
import { operatorRoutes } from '../http/operator.js';
import { presenceRoutes } from '../http/presence.js';
import { qualityRoutes } from '../http/quality.js';
import { recordingRoutes } from '../http/recordings.js';
import { relayRoutes } from '../http/relays.js';
import { RoomAdmission } from '../http/room-admission.js';
import { RoleGuard } from '../http/role-guard.js';
import { sockJsRoutes } from '../http/sockjs.js';
import { userInfoRoutes } from '../http/user-info.js';
import type { Core } from './core.js';
import { composeOperator } from './operator.js';
import type { Services } from './services.js';

interface RouteOptions {
  readonly app: FastifyInstance;
  readonly core: Core;
  readonly services: Services;
}

/** Adds all REST routes. */
export function addRoutes(options: RouteOptions): void {
  addOperationRoutes(options);
  addAccountRoutes(options);
  addConferenceRoutes(options);
  addMessagingRoutes(options);
  addMediaRoutes(options);
  addOperatorRoutes(options);
}

/** Health, metrics, and how clients find the server. */
function addOperationRoutes({ app, core: { config, metrics }, services: { health } }: RouteOptions): void {
  healthRoutes(app, health);
  metricsRoute(app, metrics, config);
  discoveryRoutes(app, { appKeys: config.APP_KEYS, publicUrl: config.PUBLIC_URL });
  sockJsRoutes(app);
}

function addOperatorRoutes({ app, core, services }: RouteOptions): void {
  const { config, box, clock, store } = core;
  const { auth } = services;
  const operatorOf = composeOperator({ core, services });
  operatorRoutes(app, {
    ...{ box, clock, replays: store.replays, keys: auth.apiKeys, throttle: auth.throttle, appKeys: config.APP_KEYS },
    limits: { perSecond: config.OPERATOR_CALLS_PER_SECOND, burst: config.OPERATOR_CALL_BURST },
    callsOf: (key) => operatorOf(key.appKey, key),
  });
}

function addAccountRoutes({ app, core: { config }, services: { auth, messaging } }: RouteOptions): void {
  accountRoutes(app, {
    accounts: auth.accounts,
    tokens: auth.tokens,
    revocations: auth.revocations,
    throttle: auth.throttle,
    appKeys: config.APP_KEYS,
    isOpen: () => config.DEMO,
    loggedOut: (appKey, user) => messaging.logOut(appKey, user, StatisticsOperation.UserKickedByOtherDevice),
  });
}

function addConferenceRoutes({ app, core: { config, clock }, services }: RouteOptions): void {
  const { auth, registry, live, quality, relays } = services;
  conferenceRoutes(app, {
    registry,
    relays,
    tokens: auth.tokens,
    throttle: auth.throttle,
    tickets: auth.tickets,
    appKeys: config.APP_KEYS,
    publicUrl: config.PUBLIC_URL,
    quality,
    admission: new RoomAdmission(auth.grants, auth.grantRevocations),
    isCreationOpen: config.ROOM_CREATION === 'users',
    now: () => clock.now(),
    live: new LiveCreation(live),
  });
  const guard = new RoleGuard(auth.tokens, registry);
  adminRoutes(app, guard);
  liveRoutes(app, guard, live);
}

function addMessagingRoutes({
  app,
  core: { config, clock, store },
  services: { auth, messaging },
}: RouteOptions): void {
  const { tokens } = auth;
  presenceRoutes(app, {
    tokens,
    presences: messaging.presences,
    hub: messaging.hub,
    logOut: (appKey, user, resource) =>
      messaging.logOut(appKey, user, StatisticsOperation.UserKickedByOtherDevice, resource),
  });
  userInfoRoutes(app, { store: store.userInfo, tokens, now: () => clock.now() });
  messageRoutes(app, { store: store.im, tokens, groups: messaging.groups });
  conversationRoutes(app, { store: store.im, tokens, nextId: () => messaging.nextId() });
  groupRoutes(app, {
    store: store.groups,
    tokens,
    groups: messaging.groups,
    limits: {
      name: config.IM_MAX_GROUP_NAME,
      description: config.IM_MAX_GROUP_DESCRIPTION,
      members: config.IM_MAX_GROUP_MEMBERS,
    },
  });
}

/** Recordings, relays and quality. */
function addMediaRoutes({ app, core: { config, clock, signer, store }, services }: RouteOptions): void {
  const { auth, registry, recordings, relays } = services;
  const { APP_KEYS: appKeys, PUBLIC_URL: publicUrl } = config;
  const { tokens } = auth;
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
  relayRoutes(app, { tokens, appKeys, relays });
  qualityRoutes(app, { registry, tokens, appKeys, store: store.quality, operatorToken: config.QUALITY_TOKEN });
}
