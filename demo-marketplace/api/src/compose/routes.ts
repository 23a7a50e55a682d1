import rateLimit from '@fastify/rate-limit';
import { enterAsGuest, mailServer, sendCode } from '@lectern/marketplace-contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { forThisSite } from '../http/for-this-site.js';
import { docRoutes } from '../http/openapi.js';
import { actionRoutes, PREFIX } from '../http/routes.js';
import { mediaStreaming } from '../lessons/index.js';
import { stopMailPage } from '../messages/index.js';
import { legalPages, siteMapRoutes } from '../pages/index.js';
import { cardHook } from '../payments/index.js';
import { diskStorage, piecewiseUploads, privateImageRoute } from '../upload/index.js';
import { composeActions } from './actions.js';
import type { Parts } from './parts.js';

/** High, since a whole school may share one address; low enough to keep a script from filling the user table. */
const GUESTS_PER_MINUTE = 600;
const CALLS_PER_MINUTE = 1_200;
/** Twice the save rate of the editor, since each body may have megabytes. */
const LARGE_CALLS_PER_MINUTE = 120;
/** Codes per client network, such as a school that registers at once. Each account has limits of its own. */
const CODES_PER_MINUTE = 300;
const SHARES_PER_MINUTE = 60;
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

/** Adds all routes: actions, files, pages. */
export async function addRoutes(parts: Parts): Promise<void> {
  await addActions(parts);
  await addFileRoutes(parts);
  const { app, options, clock, db, isDemo, vault } = parts.core;
  const { card, publicUrl } = options;
  if (card !== undefined) await cardHook(app, { db, clock, webhookSecret: card.webhookSecret });
  docRoutes(app);
  await stopMailPage(app, { db, vault });
  siteMapRoutes(app, { db, publicUrl });
  legalPages(app, { isDemo });
}

async function addActions(parts: Parts): Promise<void> {
  const { app, options, clock, db } = parts.core;
  const { sessions } = parts.members;
  const actions = composeActions(parts);
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
        publicUrl: options.publicUrl,
        limits: {
          perMinute: CALLS_PER_MINUTE,
          largePerMinute: LARGE_CALLS_PER_MINUTE,
          actions: {
            [enterAsGuest.path]: options.guestsPerMinute ?? GUESTS_PER_MINUTE,
            [sendCode.path]: CODES_PER_MINUTE,
            [mailServer.path]: SHARES_PER_MINUTE,
          },
        },
      });
    },
    { prefix: PREFIX },
  );
}

async function addFileRoutes({ core: { app, clock, db }, files }: Parts): Promise<void> {
  const { folder, bucket, uploadIntake, forms, images, links } = files;
  await app.register(diskStorage, { folder, bucket, uploadIntake, forms, clock });
  await app.register(piecewiseUploads, { uploadIntake, forms, clock });
  privateImageRoute(app, { images, db, folder, bucket });
  await app.register(mediaStreaming, { folder, bucket, links, db, clock });
}
