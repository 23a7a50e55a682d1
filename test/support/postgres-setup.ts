import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureDatabase, startCluster } from '../../kit/src/postgres/index.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://` of a real PostgreSQL that all test files of a project share, each with a schema of its own. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all test files of a project, and ends it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  const cluster = await startCluster({ dataDir, log: () => undefined });
  const url = await ensureDatabase(cluster, 'tests');
  // Nothing of it has to outlive the run, so nothing has to reach the disk.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['synchronous_commit', 'fsync', 'full_page_writes']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  project.provide('postgresUrl', url);
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
