import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  marketplaceApi,
  readMarketplaceConfig,
  webApp,
  type CardOptions,
  type MakeChatUser,
  type MarketplaceConfig,
  type MarketplaceParts,
  type S3Options,
  type SecretOptions,
  type SmsOptions,
} from '@lectern/marketplace-api';
import { demoData } from '@lectern/demo-data';
import { databaseError, StartScope } from '@lectern/kit/lifecycle';
import { fileSecret, readSecretFile } from '@lectern/kit/secrets';
import {
  createLecternServer,
  isForgotten,
  lostSecretError,
  type LecternServer,
  type ServerConfig,
} from '@lectern/server';
import { checkMode } from './mode.js';

/** Folder of the web application that is built beside this package. */
const WEB_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));

export interface Marketplace {
  /** Starts listening; resolves with the public origin. */
  listen(): Promise<string>;
  /** Origin for programs on this machine, whatever the public one is; empty until it listens. */
  localUrl(): string;
  /** Stops everything that was started. Idempotent. */
  close(): Promise<void>;
}

export interface MarketplaceOptions {
  /** Folder of the built web application; by default the one of this package. */
  readonly webFolder?: string;
  /** Settings of the marketplace; the defaults when omitted. */
  readonly settings?: MarketplaceConfig;
  /** Aborts the start: the promise rejects after everything that was started is released. */
  readonly signal?: AbortSignal | undefined;
}

/** Name of the marketplace's database on the server's PostgreSQL. */
export const DATABASE = 'marketplace';

/** Name under which the server keeps how far the marketplace has read its events. */
const CONSUMER = 'marketplace';

/** URL of the marketplace's database: the configured one, or a database beside the server's own. */
async function databaseUrlOf({ store }: LecternServer, config: ServerConfig, own: string | undefined): Promise<string> {
  if (own !== undefined) return own;
  const url = config.DATABASE_URL ?? (await store.siblingDatabase?.(DATABASE));
  if (url === undefined) throw new Error('there is no database for the marketplace: set MARKETPLACE_DATABASE_URL');
  return url;
}

/** The marketplace's secret from the settings, or from a file of its own. */
async function secretOf({ SECRET, SECRET_PREVIOUS, FORGET_SECRET, DATA_DIR }: ServerConfig): Promise<SecretOptions> {
  const path = resolve(DATA_DIR, 'marketplace.secret');
  return {
    current: SECRET ?? (await readSecretFile(path)),
    previous: SECRET_PREVIOUS,
    create: () => fileSecret(path),
    isForgotten: (fingerprint) => isForgotten(fingerprint, FORGET_SECRET),
    lostError: (lost) => lostSecretError(lost, { secret: SECRET, path }),
  };
}

/** Card provider account; the settings are validated to be set together. */
const cardOf = ({ CARD_SECRET_KEY, CARD_WEBHOOK_SECRET, CARD_API_URL }: MarketplaceConfig): CardOptions | undefined =>
  CARD_SECRET_KEY === undefined || CARD_WEBHOOK_SECRET === undefined
    ? undefined
    : { secretKey: CARD_SECRET_KEY, webhookSecret: CARD_WEBHOOK_SECRET, apiUrl: CARD_API_URL };

/** Text message account; the settings are validated to be set together. */
const smsOf = ({ SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, SMS_API_URL }: MarketplaceConfig): SmsOptions | undefined =>
  SMS_ACCOUNT === undefined || SMS_TOKEN === undefined || SMS_FROM === undefined
    ? undefined
    : { account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM, apiUrl: SMS_API_URL };

/** Bucket for files; the settings are validated to be set together. */
function s3Of(settings: MarketplaceConfig): S3Options | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return { endpoint: S3_ENDPOINT.replace(/\/+$/, ''), region: S3_REGION, bucket: S3_BUCKET, ...keys };
}

/**
 * Creates conference server, API and web application on one origin, without listening yet.
 *
 * @throws {MarketplaceConfigError} when settings that production needs are missing, or a demo would take real money
 * @throws {StartError} when it cannot start for another reason that the operator can fix
 */
export async function createMarketplace(
  config: ServerConfig,
  { webFolder = WEB_FOLDER, settings = readMarketplaceConfig({}), signal }: MarketplaceOptions = {},
): Promise<Marketplace> {
  checkMode(config, settings);
  const server = await createLecternServer(config, { signal });
  const scope = new StartScope(signal);
  return scope.run(() => {
    // Registered before the database is filled: seeding takes long, and fails immediately once the server is
    // terminated.
    scope.add(() => server.terminate());
    return addMarketplace(server, config, settings, webFolder);
  });
}

/** The {@link StartError} for a marketplace database that cannot be used. */
function explained(error: unknown, config: ServerConfig, settings: MarketplaceConfig): unknown {
  const { MARKETPLACE_DATABASE_URL: own } = settings;
  const url = own ?? config.DATABASE_URL;
  if (url === undefined) return error;
  return databaseError(own === undefined ? 'DATABASE_URL' : 'MARKETPLACE_DATABASE_URL', url, error) ?? error;
}

async function addMarketplace(
  server: LecternServer,
  config: ServerConfig,
  settings: MarketplaceConfig,
  webFolder: string,
): Promise<Marketplace> {
  const [appKey] = config.APP_KEYS;
  if (appKey === undefined) throw new Error('APP_KEYS must name at least one application');
  // Through the server's own accounts, since registration over HTTP is closed in production.
  const registerUser: MakeChatUser = async ({ username, password, nickName }) => {
    await server.accounts.register({ appKey, user: username, password, nickName });
  };
  let loopback = '';
  let parts: MarketplaceParts | undefined;
  try {
    await server.app.register(marketplaceApi, {
      appKey,
      rtcUrl: () => loopback,
      publicRestUrl: config.PUBLIC_URL,
      publicUrl: config.PUBLIC_URL,
      databaseUrl: await databaseUrlOf(server, config, settings.MARKETPLACE_DATABASE_URL),
      databaseSchema: settings.MARKETPLACE_SCHEMA,
      dataDir: config.DATA_DIR,
      secret: await secretOf(config),
      smtpUrl: settings.SMTP_URL,
      mailFrom: settings.MAIL_FROM,
      card: cardOf(settings),
      sms: smsOf(settings),
      s3: s3Of(settings),
      isDemo: config.DEMO,
      demoData,
      demoContent: settings.DEMO_CONTENT,
      expose: (exposed) => (parts = exposed),
      makeChatUser: registerUser,
      makeGuestUser: registerUser,
      guestUsers: {
        active: () => server.activeUsers(appKey),
        remove: (user) => server.removeUser({ appKey, user }),
      },
      roomOperator: server.operator(appKey),
      lockChatUser: async ({ username, password, reason }) => {
        await server.lockOut({ appKey, user: username, password }, reason === 'password-changed' ? reason : 'removed');
        if (reason !== 'closed') return;
        const said = (await server.store.userInfo.get(appKey, [username])).get(username) ?? {};
        const nothing = Object.fromEntries(Object.keys(said).map((key) => [key, '']));
        await server.store.userInfo.set(appKey, username, nothing);
      },
    });
    await server.app.register(webApp, {
      folder: webFolder,
      heads: parts?.heads,
      publicUrl: config.PUBLIC_URL,
      storageUrl: settings.S3_ENDPOINT,
    });
    server.events.consume({ name: CONSUMER, appKey }, async (event) => parts?.handleRoomEvent(event));
    server.health.add('marketplace database', async () => parts?.checkDatabase());
  } catch (error) {
    await server.close();
    throw explained(error, config, settings);
  }
  return {
    listen: async () => {
      const { port, url } = await server.listen();
      // The loopback address, whatever the public one is, since the API runs on the same machine.
      const isAnyHost = config.HOST === '0.0.0.0' || config.HOST === '::';
      loopback = `http://${isAnyHost ? '127.0.0.1' : bracketed(config.HOST)}:${port}`;
      return config.PUBLIC_URL ?? url;
    },
    localUrl: () => loopback,
    close: () => server.close(),
  };
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
