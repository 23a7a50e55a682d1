import type { FastifyInstance } from 'fastify';

/** `GET /healthz`: 200 once the server can be used. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', () => ({ status: 'ok' }));
}
