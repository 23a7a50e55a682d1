import { resolve } from 'node:path';
import { MarketplaceConfigError } from '@lectern/marketplace-api';
import { ConfigError } from '@lectern/server';
import { createMarketplace, type Marketplace } from './marketplace.js';
import { readLaunch } from './mode.js';
import { checkPort } from './port.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const DEMO_NOTICE = `
  This is the demo: whoever reaches it may use its accounts, the back office's too, and read the mail it sends
  (/dev/inbox). HOST=127.0.0.1 keeps it to this machine; docs/settings.md says how a site of your own is run.
`;

/** Only where a demo was asked for: production is no news to who runs it. */
const productionNotice = (reasons: readonly string[]): string =>
  reasons.length === 0 ? '' : `\n  This is production, since ${reasons.join(', and ')}.\n`;

const welcome = (url: string, dataDir: string): string => `
  講台 Lectern is ready.

  Open a class   ${url}/classroom   (open it in two windows)
  Start page     ${url}/
  API            ${url}/api-docs
  Data           ${dataDir}
  Stop           Ctrl-C
`;

/** Runs until it is told to stop; then leaves nothing running. */
async function main(): Promise<void> {
  // People read this terminal: only what needs them is written, unless they ask for more.
  const { config, settings, reasons } = readLaunch(process.argv.slice(2), { LOG_LEVEL: 'warn', ...process.env });
  if (config.PORT !== 0) await checkPort(config.PORT, config.HOST);

  let marketplace: Marketplace | undefined;
  const starting = createMarketplace(config, { settings }).then((created) => (marketplace = created));
  let stopping: Promise<never> | undefined;
  const stop = async (): Promise<never> => {
    say('\nStopping…');
    // A start that is half done is waited for: what it started has to be stopped too.
    await starting.catch(() => undefined);
    await marketplace?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second Ctrl-C must not interrupt the writing of the last facts.
    process.on(signal, () => {
      stopping ??= stop();
      stopping.catch(fail);
    });
  }

  const ready = await starting;
  if (stopping) return;
  try {
    say(
      welcome(await ready.listen(), resolve(config.DATA_DIR)) + (config.DEMO ? DEMO_NOTICE : productionNotice(reasons)),
    );
  } catch (error) {
    await ready.close();
    throw error;
  }
}

function fail(error: unknown): never {
  const isForPeople =
    error instanceof ConfigError ||
    error instanceof MarketplaceConfigError ||
    (error instanceof Error && error.name === 'PortTakenError');
  const text = error instanceof Error ? (isForPeople ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`Lectern could not run: ${text}\n`);
  process.exit(1);
}

main().catch(fail);
