import { resolve } from 'node:path';
import { checkListenAddress, runProgram } from '@lectern/kit/lifecycle';
import { createMarketplace } from './marketplace.js';
import { readLaunch } from './mode.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const DEMO_NOTICE = `
  This is the demo: whoever reaches it may use its accounts, the back office's too, and read the mail it sends
  (/dev/inbox). HOST=127.0.0.1 keeps it to this machine; docs/settings.md says how a site of your own is run.
`;

/** Notice about production mode, only when a demo was requested. */
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

await runProgram({
  async start(signal) {
    // Warnings only by default, since people read this terminal.
    const { config, settings, reasons } = readLaunch(process.argv.slice(2), { LOG_LEVEL: 'warn', ...process.env });
    await checkListenAddress(config.PORT, config.HOST);
    const marketplace = await createMarketplace(config, { settings, signal });
    try {
      const notice = config.DEMO ? DEMO_NOTICE : productionNotice(reasons);
      say(welcome(await marketplace.listen(), resolve(config.DATA_DIR)) + notice);
    } catch (error) {
      await marketplace.close();
      throw error;
    }
    return marketplace;
  },
  stopping: () => say('\nStopping…'),
});
