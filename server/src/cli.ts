#!/usr/bin/env node
import { ConfigError } from './config.js';
import { createLecternServer } from './create.js';
import { readLaunch } from './mode.js';

/** Runs the server until it is told to stop. */
async function main(): Promise<void> {
  const { config, notice } = readLaunch(process.argv.slice(2), process.env);
  const server = await createLecternServer(config);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C must not interrupt the writing of the last facts.
    if (isStopping) return;
    isStopping = true;
    server.log.info({ signal }, 'stopping');
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.log.error({ err: error }, 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const { url } = await server.listen();
    process.stdout.write(`Lectern server ready on ${url}\n${notice}\n`);
  } catch (error) {
    await server.close();
    throw error;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) return `${error.message}: another program listens there; stop it, or choose another PORT`;
  return error.stack ?? error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
