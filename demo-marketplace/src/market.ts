import { createInterface } from 'node:readline/promises';
import {
  MarketplaceConfigError,
  openMarketplaceDatabase,
  readMarketplaceConfig,
  StaffError,
} from '@lectern/marketplace-api';
import { systemClock } from '@lectern/kit/clock';
import { Passwords } from '@lectern/kit/passwords';
import { attachDatabases } from '@lectern/kit/postgres';
import { ConfigError, readConfig } from '@lectern/server';
import { DATABASE } from './marketplace.js';
import { readStaffCommand, runStaffCommand, USAGE, UsageError } from './staff-command.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  for await (const line of lines) return line;
  throw new UsageError('--password-stdin was given, and there is no line on the input');
}

/** Entry of the command line: `staff …`. */
async function main(): Promise<void> {
  const [topic, ...args] = process.argv.slice(2);
  if (topic === undefined || topic === '--help' || topic === '-h') return say(USAGE);
  if (topic !== 'staff') throw new UsageError(`"${topic}" is not known`);
  const command = readStaffCommand(args);
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  const { MARKETPLACE_DATABASE_URL, MARKETPLACE_SCHEMA } = readMarketplaceConfig(process.env);
  const own = MARKETPLACE_DATABASE_URL ?? DATABASE_URL;
  const embedded = own === undefined ? await attachDatabases(DATA_DIR) : undefined;
  try {
    const url = own ?? (await embedded?.url(DATABASE)) ?? '';
    const onError = (): void => undefined;
    const database = await openMarketplaceDatabase({ url, schemaName: MARKETPLACE_SCHEMA, onError });
    try {
      const ports = { db: database.db, clock: systemClock, passwords: new Passwords() };
      await runStaffCommand(command, ports, { say, readLine });
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.close();
  }
}

const isForOperator = (error: unknown): boolean =>
  error instanceof ConfigError || error instanceof MarketplaceConfigError || error instanceof StaffError;

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const detail =
    !isForOperator(error) && error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  process.stderr.write(`${text}${detail}\n`);
  process.exitCode = 1;
});
