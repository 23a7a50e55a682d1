import { pino } from 'pino';
import { buildServer } from './app.js';
import type { ServerConfig } from './config.js';
import type { LecternServer, ServerParts } from './lectern-server.js';
import { dataFolderError, lockFolder, StartError } from '@lectern/kit/lifecycle';
import { createWeriftEngine } from './media/index.js';

/**
 * The whole server with its own media engine, ready but not listening. It owns its data folder until it is closed.
 *
 * @throws {StartError} when it cannot start for a reason that the operator can fix, such as a folder in use by another
 * server; everything it had started has been stopped then
 *
 * @example
 * const server = await createLecternServer(readConfig(process.env));
 * server.app.get('/hello', () => 'world');
 * const { url } = await server.listen();
 */
export async function createLecternServer(
  config: ServerConfig,
  parts: Partial<ServerParts> = {},
): Promise<LecternServer> {
  const log = parts.log ?? pino({ level: config.LOG_LEVEL });
  const media = log.child({ part: 'media' });
  const engine =
    parts.engine ??
    createWeriftEngine({
      workers: config.MEDIA_WORKERS,
      ...(config.ANNOUNCED_ADDRESS !== undefined && { announcedAddresses: config.ANNOUNCED_ADDRESS }),
      maxVoices: config.MAX_FORWARDED_VOICES,
      ...(config.MEDIA_PORTS !== undefined && { portRange: config.MEDIA_PORTS }),
      log: (message, cause) => media.warn({ err: cause }, message),
    });
  const lock = await lockFolder(config.DATA_DIR);
  try {
    const server = await buildServer(config, { ...parts, log, engine });
    const thenRelease = async (ended: Promise<void>): Promise<void> => {
      try {
        await ended;
      } finally {
        // Another server may use the folder once this one no longer does, however it ended.
        await lock.release();
      }
    };
    return {
      ...server,
      close: () => thenRelease(server.close()),
      terminate: () => thenRelease(server.terminate()),
    };
  } catch (error) {
    await lock.release();
    throw error instanceof StartError ? error : (dataFolderError(config.DATA_DIR, error) ?? error);
  }
}
