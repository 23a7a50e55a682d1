import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerConfig } from '../config.js';
import type { ServerMetrics } from '../metrics.js';
import { isLoopbackHost } from '../mode.js';
import { hasBearer } from './bearer.js';
import { BadRequest } from './errors.js';

/** Headers that proxies add: such a request comes from elsewhere, whatever its address is. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

type Settings = Pick<ServerConfig, 'METRICS_TOKEN' | 'HOST' | 'TRUST_PROXY' | 'PUBLIC_URL'>;

/** True if the settings allow connections from programs of this machine only. */
const isForThisMachine = ({ HOST, TRUST_PROXY, PUBLIC_URL }: Settings): boolean =>
  isLoopbackHost(HOST) && !TRUST_PROXY && (PUBLIC_URL === undefined || isLoopbackHost(new URL(PUBLIC_URL).hostname));

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined);

/**
 * `GET /metrics` (Prometheus text), for requests with `Authorization: Bearer <METRICS_TOKEN>`. Without a token it is
 * open where the server listens on loopback alone and no proxy stands before it, and closed elsewhere.
 */
export function metricsRoute(app: FastifyInstance, metrics: ServerMetrics, settings: Settings): void {
  const { METRICS_TOKEN: token } = settings;
  const isOpen = token === undefined && isForThisMachine(settings);
  let hasWarned = false;

  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !hasBearer(request, token)) {
      throw new BadRequest('metrics need the header Authorization: Bearer <METRICS_TOKEN>', 401);
    }
    if (token === undefined && (!isOpen || isForwarded(request))) {
      if (!hasWarned) {
        app.log.warn('/metrics was refused: set METRICS_TOKEN (16 characters or more) to read it from other machines');
      }
      hasWarned = true;
      throw new BadRequest('metrics are closed here: the operator has set no METRICS_TOKEN', 403);
    }
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
