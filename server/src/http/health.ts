import type { FastifyInstance } from 'fastify';
import type { HealthChecks } from '../health.js';
import type { ServerMetrics } from '../metrics.js';
import { hasBearer } from './bearer.js';
import { BadRequest } from './errors.js';

/**
 * `GET /livez` (200 as long as the process answers), `GET /healthz` (200 when the server can do its work, otherwise 503
 * and what is wrong) and `GET /metrics` (Prometheus text), which asks for `Authorization: Bearer <metricsToken>` where
 * there is one.
 */
export function healthRoutes(
  app: FastifyInstance,
  health: HealthChecks,
  metrics: ServerMetrics,
  metricsToken?: string,
): void {
  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/healthz', async (_request, reply) => {
    const report = await health.report();
    return reply
      .status(report.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined && !hasBearer(request, metricsToken)) {
      throw new BadRequest('metrics need the header Authorization: Bearer <METRICS_TOKEN>', 401);
    }
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
