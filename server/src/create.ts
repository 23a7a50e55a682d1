import { pino } from 'pino';
import { buildServer, type LecternServer, type ServerParts } from './app.js';
import type { ServerConfig } from './config.js';
import { createWeriftEngine } from './media/index.js';

/**
 * The whole server with its own media engine, ready but not listening.
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
      ...(config.MEDIA_PORTS !== undefined && { portRange: config.MEDIA_PORTS }),
      log: (message, cause) => media.warn({ err: cause }, message),
    });
  return buildServer(config, { ...parts, log, engine });
}
