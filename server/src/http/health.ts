import type { FastifyInstance } from 'fastify';
import type { ServerMetrics } from '../metrics.js';
import { hasBearer } from './bearer.js';
import { BadRequest } from './errors.js';

/**
 * `GET /healthz` (200 once the server can be used) and `GET /metrics` (Prometheus text), which asks for
 * `Authorization: Bearer <metricsToken>` where there is one.
 */
export function healthRoutes(app: FastifyInstance, metrics: ServerMetrics, metricsToken?: string): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined && !hasBearer(request, metricsToken)) {
      throw new BadRequest('metrics need the header Authorization: Bearer <METRICS_TOKEN>', 401);
    }
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
