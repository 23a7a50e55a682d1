import { fileURLToPath } from 'node:url';
import { marketplaceApi, webApp } from '@lectern/marketplace-api';
import { createLecternServer, type ServerConfig } from '@lectern/server';

/** The web application as built beside this package. */
const WEB_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));

export interface Marketplace {
  /** Accepts visitors; resolves with the origin they open. */
  listen(): Promise<string>;
  /** Ends everything that was started. Idempotent. */
  close(): Promise<void>;
}

export interface MarketplaceOptions {
  /** Folder of the built web application; by default the one of this package. */
  readonly webFolder?: string;
}

/** Everything on one origin: conference server, API and web application. It does not listen yet. */
export async function createMarketplace(
  config: ServerConfig,
  { webFolder = WEB_FOLDER }: MarketplaceOptions = {},
): Promise<Marketplace> {
  const [appKey] = config.APP_KEYS;
  if (appKey === undefined) throw new Error('APP_KEYS must name at least one application');
  const server = await createLecternServer(config);
  let loopback = '';
  try {
    await server.app.register(marketplaceApi, { appKey, rtcUrl: () => loopback, publicRestUrl: config.PUBLIC_URL });
    await server.app.register(webApp, { folder: webFolder });
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    listen: async () => {
      const { port, url } = await server.listen();
      // An address of this machine whatever the public one is: the API is the server's neighbour.
      const isAnyHost = config.HOST === '0.0.0.0' || config.HOST === '::';
      loopback = `http://${isAnyHost ? '127.0.0.1' : bracketed(config.HOST)}:${port}`;
      return config.PUBLIC_URL ?? url;
    },
    close: () => server.close(),
  };
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
