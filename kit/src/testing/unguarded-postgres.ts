import { join } from 'node:path';
import { systemClock } from '../clock.js';
import { findAccount } from '../postgres/embedded/account.js';
import { findBinaries } from '../postgres/embedded/binaries.js';
import { DatabaseProcess } from '../postgres/embedded/database-process.js';
import { freePort } from '../postgres/embedded/free-port.js';
import { startProgram } from '../postgres/embedded/programs.js';

/**
 * Starts PostgreSQL on a data folder without a guard, as left behind by a server that was killed before its guard
 * started. It is ready when the promise resolves.
 *
 * @param dataDir folder in which a cluster was set up before
 */
export async function startUnguardedPostgres(dataDir: string): Promise<Pick<DatabaseProcess, 'exited' | 'stop'>> {
  const { postgres } = await findBinaries();
  const account = await findAccount([dataDir]);
  const args = ['-D', join(dataDir, 'postgres'), '-p', String(await freePort()), '-c', 'unix_socket_directories='];
  const database = new DatabaseProcess(startProgram(account, postgres, args), systemClock, () => undefined);
  await database.ready(new AbortController().signal);
  return database;
}
