import { resolve } from 'node:path';
import { readMarketplaceConfig } from '@lectern/marketplace-api';
import { checkListenAddress, readConfig, runProgram } from '@lectern/server';
import { createMarketplace } from './marketplace.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const DEMO_NOTICE = `
  This is the demo: whoever reaches it may use its accounts, the back office's too, and read the mail it sends
  (/dev/inbox). DEMO=off ends that; HOST=127.0.0.1 keeps it to this machine.
`;

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
    // People read this terminal: only what needs them is written, unless they ask for more.
    const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
    const settings = readMarketplaceConfig(process.env);
    await checkListenAddress(config.PORT, config.HOST);
    const marketplace = await createMarketplace(config, { settings, signal });
    try {
      say(welcome(await marketplace.listen(), resolve(config.DATA_DIR)) + (config.DEMO ? DEMO_NOTICE : ''));
    } catch (error) {
      await marketplace.close();
      throw error;
    }
    return marketplace;
  },
  stopping: () => say('\nStopping…'),
});
