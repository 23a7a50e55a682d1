import type { FastifyInstance } from 'fastify';
import { read } from './errors.js';
import { roleProof, type RoleGuard } from './role-guard.js';

const DONE = { error: 0 };

/** What admins do by REST (wire-conference 4, calls 4-6, 9 and 10). */
export function adminRoutes(app: FastifyInstance, guard: RoleGuard): void {
  app.post('/easemob/rtc/disband/conference', async (request) => {
    await guard.command(read(roleProof, request.body), () => ({ kind: 'disband' }));
    return DONE;
  });
}
