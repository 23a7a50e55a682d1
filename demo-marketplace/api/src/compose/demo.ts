import { ConfigError } from '../config.js';
import { hasDemoContent, lockDemoAccounts, seedDemoAccounts } from '../site/index.js';
import { listStaff } from '../staff/index.js';
import type { Parts } from './parts.js';

const DEMO_CONTENT_IN_PRODUCTION =
  'this database holds the invented people, courses and money of the demo, which production must not serve. Give ' +
  'production a database of its own: another DATA_DIR, MARKETPLACE_DATABASE_URL or MARKETPLACE_SCHEMA';

/** Adds the images of the demo, and seeds its database with accounts and, unless disabled, content. */
export async function prepareDemo({ core, members, purchasables }: Parts): Promise<void> {
  const { app, options, clock, database, db, vault } = core;
  const { applications, certificates, passwords } = members;
  await seedDemoAccounts(db, passwords, clock.now());
  const { demoData } = options;
  demoData?.addRoutes(app);
  if (demoData === undefined || options.demoContent === false) return;
  await database.withoutTimeouts((patient) =>
    demoData.seed({
      db: patient,
      vault,
      purchasables,
      now: clock.now(),
      certify: (inner, done) => certificates.issue(inner, done),
      apply: (inner, member, form, at) => applications.apply(inner, member, form, at),
    }),
  );
}

/**
 * Refuses to run production on the database of a demo.
 *
 * @throws {ConfigError} when the database holds the content of a demo
 */
export async function prepareProduction({ core: { app, db } }: Parts): Promise<void> {
  if (await hasDemoContent(db)) throw new ConfigError(DEMO_CONTENT_IN_PRODUCTION);
  await lockDemoAccounts(db);
  if ((await listStaff(db)).length === 0) {
    app.log.warn('nobody can use the back office yet: npm run market -- staff add --email you@example.org');
  }
}
