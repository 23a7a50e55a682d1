import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { foldActions } from '../feature.js';
import { forThisSite } from '../http/for-this-site.js';
import { actionRoutes, PREFIX } from '../http/routes.js';
import type { Parts } from './parts.js';

const CALLS_PER_MINUTE = 1_200;
/** Twice the save rate of the editor, since each body may have megabytes. */
const LARGE_CALLS_PER_MINUTE = 120;
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Adds the response headers. Call it before any route is added, so that refusals and the development pages have them
 * too.
 */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  app.addHook('onRequest', forThisSite);
}

/** Adds the routes of all features: actions, files, pages. */
export async function addRoutes(parts: Parts): Promise<void> {
  await addActions(parts);
  for (const feature of parts.core.features) await feature.pages?.(parts.core.app, parts);
}

async function addActions(parts: Parts): Promise<void> {
  const { app, options, clock, db, features, visitorCache } = parts.core;
  const { sessions } = parts.members;
  const actions = foldActions(features, parts);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        const given = request.headers['x-request-id'];
        request.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
      });
      await scope.register(rateLimit, { global: false });
      actionRoutes(scope, {
        db,
        clock,
        sessions,
        actions,
        visitorCache,
        publicUrl: options.publicUrl,
        limits: { perMinute: CALLS_PER_MINUTE, largePerMinute: LARGE_CALLS_PER_MINUTE },
      });
    },
    { prefix: PREFIX },
  );
}
