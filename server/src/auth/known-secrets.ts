import { fileSecret, readSecretFile } from '@lectern/kit/secrets';
import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigError, type ServerConfig } from '../config.js';
import { SecretBox } from '../keys/secret-box.js';
import { Signer } from './signer.js';

/** Fingerprints of the secrets that the database depends on. */
export interface SecretStore {
  list(): Promise<readonly string[]>;
  /** Replaces the stored fingerprints. */
  replace(fingerprints: readonly string[]): Promise<void>;
}

export interface SecretSettings {
  /** `SECRET`, where it is set. */
  readonly secret: string | undefined;
  /** `SECRET_PREVIOUS`. */
  readonly previous: readonly string[];
  /** `FORGET_SECRET`: beginnings of fingerprints. */
  readonly forget: readonly string[];
  /** File of the secret where none is set. */
  readonly path: string;
}

/** Identifies a secret without revealing it; stored in the database that depends on the secret. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('lectern secret').digest('hex');

/** Length of a fingerprint that the operator can copy; no two secrets of one operator share it. */
const SHOWN_LENGTH = 12;

const shown = (fingerprints: readonly string[]): string =>
  fingerprints.map((fingerprint) => fingerprint.slice(0, SHOWN_LENGTH)).join(',');

/** The error for data that depend on a missing secret; its message says how to recover. */
export function lostSecretError(lost: readonly string[], { secret, path }: Pick<SecretSettings, 'secret' | 'path'>) {
  const problem =
    secret === undefined
      ? `the database depends on a secret that was in ${path}, and is not there any more. Restore the file, or set SECRET to what was in it`
      : 'the database depends on another secret than SECRET. Set SECRET to the one of before; to change it, list that one in SECRET_PREVIOUS';
  return new ConfigError(
    `${problem}. Where it is lost for good: docs/settings.md says what starting over costs; start once with ` +
      `FORGET_SECRET=${shown(lost)}`,
  );
}

/** True if the operator has declared this secret lost. */
export const isForgotten = (fingerprint: string, forget: readonly string[]): boolean =>
  forget.some((start) => start.length >= SHOWN_LENGTH && fingerprint.startsWith(start));

/**
 * The secret to sign with: the one of the settings, else the one in the file, which is created where no data depend on
 * an earlier one.
 *
 * @throws {ConfigError} when the database depends on a secret that is not among those given
 */
export async function chooseSecret(store: SecretStore, settings: SecretSettings): Promise<string> {
  const known = await store.list();
  const current = settings.secret ?? (await readSecretFile(settings.path));
  const given = [...(current === undefined ? [] : [current]), ...settings.previous].map(fingerprintOf);
  const isKnown = known.some((fingerprint) => given.includes(fingerprint) || isForgotten(fingerprint, settings.forget));
  if (known.length > 0 && !isKnown) throw lostSecretError(known, settings);
  const isLost = current === undefined && known.some((fingerprint) => !isForgotten(fingerprint, settings.forget));
  if (isLost) throw lostSecretError(known, settings);
  const secret = current ?? (await fileSecret(settings.path));
  // Tokens signed with an earlier secret expire by themselves; API keys are encrypted anew under this one
  // (`keys/api-keys.ts`).
  await store.replace([fingerprintOf(secret)]);
  return secret;
}

/** Objects that depend on the server's secret. */
export interface OpenSecrets {
  readonly signer: Signer;
  /** Encrypts the secrets that the database keeps. */
  readonly box: SecretBox;
}

/** Signs and encrypts with the secret of the server. @throws {ConfigError} when the database depends on another one */
export async function openSecrets(
  { SECRET, SECRET_PREVIOUS, FORGET_SECRET, DATA_DIR }: ServerConfig,
  store: SecretStore,
): Promise<OpenSecrets> {
  const path = resolve(DATA_DIR, 'secret');
  const secret = await chooseSecret(store, { secret: SECRET, previous: SECRET_PREVIOUS, forget: FORGET_SECRET, path });
  const previous = SECRET_PREVIOUS.map((text) => Buffer.from(text));
  const current = Buffer.from(secret);
  return { signer: new Signer(current, previous), box: new SecretBox([current, ...previous]) };
}
