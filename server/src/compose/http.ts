import cors from '@fastify/cors';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { handleErrors } from '../http/errors.js';
import { tolerateAnnouncedBodies } from '../http/request-bodies.js';
import { limitRequestTime } from '../http/request-time.js';
import { closeAfterUnreadBodies } from '../http/unread-bodies.js';
import { Upgrades } from '../http/upgrades.js';
import { SIGNALLING_PATH } from '../signalling/endpoint.js';
import type { Core } from './core.js';
import { addRoutes } from './routes.js';
import type { Services } from './services.js';

const BODY_LIMIT_BYTES = 256 * 1024;
const MAX_PARAM_LENGTH = 4_096;
const CORS_MAX_AGE_S = 86_400;

/** The HTTP application and the WebSocket paths of the same origin. */
export interface Http {
  readonly app: FastifyInstance;
  readonly upgrades: Upgrades;
}

interface HttpOptions {
  readonly core: Core;
  readonly services: Services;
}

/** Builds the HTTP application with all REST routes and WebSocket paths; it does not listen yet. */
export async function composeHttp({ core, services }: HttpOptions): Promise<Http> {
  const { clock, metrics } = core;
  const app = createApplication(core);
  const upgrades = attachSockets({ app, services });
  await app.register(cors, {
    origin: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: CORS_MAX_AGE_S,
  });
  tolerateAnnouncedBodies(app);
  limitRequestTime(app, clock);
  closeAfterUnreadBodies(app, clock);
  handleErrors(app, metrics);
  addRoutes({ app, core, services });
  return { app, upgrades };
}

const createApplication = ({ config, log }: Core): FastifyInstance =>
  Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // One hop: with more, the address is whatever the client writes into the header.
    trustProxy: config.TRUST_PROXY && ((_address, hop) => hop === 0),
    // A plugin of the embedding program may have to migrate a database first.
    pluginTimeout: 0,
    forceCloseConnections: true,
    // Names of rooms are in paths, percent-encoded.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });

function attachSockets({
  app,
  services: { signalling, messaging, quality },
}: {
  readonly app: FastifyInstance;
  readonly services: Services;
}): Upgrades {
  const upgrades = new Upgrades(app.server);
  upgrades.register(SIGNALLING_PATH, (request, socket, head) => signalling.upgrade(request, socket, head));
  messaging.attach(upgrades);
  quality.attach(upgrades);
  return upgrades;
}
