#!/usr/bin/env node
import { readConfig } from './config.js';
import { createLecternServer } from './create.js';
import { checkListenAddress, runProgram } from './lifecycle/index.js';

await runProgram({
  async start(signal) {
    const config = readConfig(process.env);
    await checkListenAddress(config.PORT, config.HOST);
    const server = await createLecternServer(config, { signal });
    try {
      const { url } = await server.listen();
      process.stdout.write(`Lectern server ready on ${url}\n`);
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  },
});
