import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, one of which could take a port while its server starts. */
const [LOWEST, HIGHEST] = [15_000, 32_000];
const TRIES = 50;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A TCP port that was free a moment ago, outside the range from which the system assigns ports. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} was found`);
};
