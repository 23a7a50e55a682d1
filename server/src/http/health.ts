import type { FastifyInstance } from 'fastify';
import type { ServerMetrics } from '../metrics.js';

/** `GET /healthz` (200 once the server can be used) and `GET /metrics` (Prometheus text). */
export function healthRoutes(app: FastifyInstance, metrics: ServerMetrics): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
