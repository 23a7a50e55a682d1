#!/usr/bin/env node
import { createLecternServer } from './create.js';
import { checkListenAddress, runProgram } from '@lectern/kit/lifecycle';
import { runCommand } from './commands/index.js';
import { readLaunch } from './mode.js';

const args = process.argv.slice(2);

/** The default command is `serve`, as it was when there was no other. */
const isServing = args[0] === undefined || args[0] === 'serve' || args[0] === '--demo';

if (isServing) {
  await runProgram({
    async start(signal) {
      const { config, notice } = readLaunch(args, process.env);
      await checkListenAddress(config.PORT, config.HOST);
      const server = await createLecternServer(config, { signal });
      try {
        const { url } = await server.listen();
        process.stdout.write(`Lectern server ready on ${url}\n${notice}\n`);
      } catch (error) {
        await server.close();
        throw error;
      }
      return server;
    },
  });
} else {
  process.exitCode = await runCommand(args, {
    env: process.env,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
  });
}
