import type { FastifyInstance } from 'fastify';
import type { MarketplaceApiOptions, MarketplaceParts } from './api-options.js';
import {
  addHeaders,
  addRoutes,
  composeCore,
  composeDelivery,
  composeFiles,
  composeMembers,
  composePaymentProviders,
  composeWorkers,
  prepareDemo,
  prepareProduction,
  startSecretRotation,
  startWorkers,
  workersIdle,
  type Parts,
} from './compose/index.js';
import { foldNotices, foldPurchasables, foldTargets } from './feature.js';
import { attendanceRecorder } from './live/index.js';
import { pageHeads } from './pages/index.js';

/**
 * Fastify plugin that serves the marketplace's actions under `/api`, each with the envelope `{code, msg, data}`,
 * uploads and uploaded files, `/api-docs`, and in demo mode `/dev/inbox`. It releases everything when the application
 * closes.
 */
export async function marketplaceApi(app: FastifyInstance, options: MarketplaceApiOptions): Promise<void> {
  addHeaders(app);
  const core = await composeCore({ app, options });
  const files = await composeFiles(core);
  const delivery = composeDelivery(core);
  const members = composeMembers({ core, files, channels: delivery.channels });
  const providers = composePaymentProviders(core);
  const composed = {
    core,
    files,
    delivery,
    members,
    providers,
    notices: foldNotices(core.features),
    targets: foldTargets(core.features),
    purchasables: foldPurchasables(core.features),
  };
  const workers = composeWorkers(composed);
  const parts: Parts = { ...composed, workers };
  options.expose?.(exposedParts(parts));

  await addRoutes(parts);
  await (core.isDemo ? prepareDemo(parts) : prepareProduction(parts));
  await startWorkers({ core, workers });
  startSecretRotation(core);
}

function exposedParts({ core, files, delivery, members, purchasables, workers }: Parts): MarketplaceParts {
  const { clock, database, db } = core;
  const { uploadIntake, storage } = files;
  return {
    db,
    inbox: delivery.inbox,
    uploadIntake,
    purchasables,
    checkDatabase: () => database.check(),
    heads: pageHeads({ db, clock, storage }),
    handleRoomEvent: attendanceRecorder({ db, rooms: members.rooms }),
    idle: () => workersIdle(workers),
  };
}
