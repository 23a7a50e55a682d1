import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerMetrics } from '../metrics.js';
import { BadRequest } from './errors.js';

/** Compared by digest, so that neither length nor content shows in the time it takes. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());

/**
 * `GET /healthz` (200 once the server can be used) and `GET /metrics` (Prometheus text), which asks for
 * `Authorization: Bearer <metricsToken>` where there is one.
 */
export function healthRoutes(app: FastifyInstance, metrics: ServerMetrics, metricsToken?: string): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization ?? '';
    if (metricsToken !== undefined && !isSame(given, `Bearer ${metricsToken}`)) {
      throw new BadRequest('metrics need the header Authorization: Bearer <METRICS_TOKEN>', 401);
    }
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
