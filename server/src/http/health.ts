import type { FastifyInstance } from 'fastify';
import type { HealthChecks } from '../health.js';

/**
 * `GET /livez` (200 as long as the process answers) and `GET /healthz` (200 when the server can do its work, otherwise
 * 503 and the failures).
 */
export function healthRoutes(app: FastifyInstance, health: HealthChecks): void {
  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/healthz', async (_request, reply) => {
    const report = await health.report();
    return reply
      .status(report.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
