#!/usr/bin/env node
import { createLecternServer } from './create.js';
import { checkListenAddress, runProgram } from '@lectern/kit/lifecycle';
import { readLaunch } from './mode.js';

await runProgram({
  async start(signal) {
    const { config, notice } = readLaunch(process.argv.slice(2), process.env);
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
