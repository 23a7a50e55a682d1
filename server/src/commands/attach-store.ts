import { systemClock, type Clock } from '@lectern/kit/clock';
import { databaseError, StartError } from '@lectern/kit/lifecycle';
import { attachDatabases } from '@lectern/kit/postgres';
import { readSecretFile } from '@lectern/kit/secrets';
import { resolve } from 'node:path';
import { fingerprintOf, lostSecretError } from '../auth/known-secrets.js';
import { Revocations } from '../auth/revocations.js';
import { Signer } from '../auth/signer.js';
import { Tokens } from '../auth/tokens.js';
import type { ServerConfig } from '../config.js';
import { ApiKeys, SecretBox } from '../keys/index.js';
import { openDatabase } from '../store/database.js';
import { SqlApiKeyStore } from '../store/api-keys.js';
import { SqlConferenceStore } from '../store/conferences.js';
import type { ConferenceStore, Store } from '../store/index.js';
import { SqlSecretStore } from '../store/secrets.js';
import { SqlUserStore } from '../store/users.js';

/** Stored data that commands read and write, with or without a running server. */
export interface CommandStore {
  readonly keys: ApiKeys;
  readonly tokens: Tokens;
  readonly users: Store['users'];
  readonly conferences: Pick<ConferenceStore, 'listOpen'>;
  close(): Promise<void>;
}

interface StoreParts extends Pick<Store, 'users' | 'secrets' | 'apiKeys' | 'conferences'> {
  close(): Promise<void>;
}

/** The secret that the server signs with. @throws {StartError} before its first start @throws {ConfigError} */
async function currentSecret(parts: StoreParts, { SECRET, DATA_DIR }: ServerConfig): Promise<string> {
  const path = resolve(DATA_DIR, 'secret');
  const known = await parts.secrets.list();
  if (known.length === 0) throw new StartError('the server has not run on this database yet: start it once');
  const secret = SECRET ?? (await readSecretFile(path));
  if (secret === undefined || !known.includes(fingerprintOf(secret))) {
    throw lostSecretError(known, { secret: SECRET, path });
  }
  return secret;
}

/** Builds what commands use on open tables. @throws as {@link attachStore} */
export async function commandStore(
  parts: StoreParts,
  config: ServerConfig,
  clock: Clock = systemClock,
): Promise<CommandStore> {
  const secrets = [await currentSecret(parts, config), ...config.SECRET_PREVIOUS].map((text) => Buffer.from(text));
  const [secret = Buffer.alloc(0), ...previous] = secrets;
  const revocations = new Revocations(parts.users, clock, config.TOKEN_TTL_MS);
  await revocations.load();
  const signer = new Signer(secret, previous);
  return {
    keys: new ApiKeys(parts.apiKeys, new SecretBox(secrets), clock),
    tokens: new Tokens(signer, clock, config.TOKEN_TTL_MS, config.TICKET_TTL_MS, revocations),
    users: parts.users,
    conferences: parts.conferences,
    close: () => parts.close(),
  };
}

/**
 * Opens the database of a server: the one of `DATABASE_URL`, or that in the data folder, whether the server runs or
 * not.
 *
 * @throws {StartError} when it does not exist yet, or is just starting
 * @throws {ConfigError} when the settings do not have the secret that the database depends on
 */
export async function attachStore(config: ServerConfig): Promise<CommandStore> {
  const own = config.DATABASE_URL === undefined ? await attachDatabases(config.DATA_DIR) : undefined;
  const closeOwn = async (): Promise<void> => own?.close();
  try {
    const url = config.DATABASE_URL ?? (await own?.url('lectern')) ?? '';
    const { db, close } = await openDatabase(url, () => undefined);
    const closeAll = async (): Promise<void> => {
      await close();
      await closeOwn();
    };
    const parts: StoreParts = {
      users: new SqlUserStore(db),
      secrets: new SqlSecretStore(db),
      apiKeys: new SqlApiKeyStore(db),
      conferences: new SqlConferenceStore(db),
      close: closeAll,
    };
    return await commandStore(parts, config).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  } catch (error) {
    await closeOwn();
    if (config.DATABASE_URL === undefined) throw error;
    throw databaseError('DATABASE_URL', config.DATABASE_URL, error) ?? error;
  }
}
