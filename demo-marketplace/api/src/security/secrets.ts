import { inArray, ne } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { secretFingerprints } from '../db/schema/index.js';
import { anySealed, giveUpLost, reseal } from './sealed-data.js';
import { fingerprintOf, Vault } from './vault.js';

/** Placeholder fingerprint for the secret of a database without fingerprints. */
const UNNAMED = 'earlier-secret';

/** The marketplace's secret, and previous ones during a rotation. */
export interface SecretOptions {
  /** Undefined when it is neither set nor stored in its file. */
  readonly current: string | undefined;
  readonly previous: readonly string[];
  /** Creates a secret; called only when no data depends on an earlier one. */
  create(): Promise<string>;
  /** True when the operator has given up the secret with this fingerprint. */
  isForgotten(fingerprint: string): boolean;
  /** Creates the error for missing secrets that data depends on; its message says what to do. */
  lostError(fingerprints: readonly string[]): Error;
}

interface OpenPorts {
  readonly db: Database;
  readonly now: number;
  readonly renewChat: (tx: Tx, memberId: number) => Promise<void>;
  /** Logs which values were discarded. */
  readonly warn: (message: string) => void;
}

const asOptions = (secret: string): SecretOptions => ({
  current: secret,
  previous: [],
  create: () => Promise.resolve(secret),
  isForgotten: () => false,
  lostError: () => new Error('the database was sealed with another secret'),
});

/**
 * Opens the vault of the database.
 *
 * @throws the error of `lostError` when data was encrypted with a secret that is not given
 */
export async function openVault(
  given: string | SecretOptions,
  { db, now, renewChat, warn }: OpenPorts,
): Promise<Vault> {
  const options = typeof given === 'string' ? asOptions(given) : given;
  const { current, previous } = options;
  const known = await knownSecrets(db, options);
  const mine = [...(current === undefined ? [] : [current]), ...previous].map(fingerprintOf);
  const lost = known.filter((fingerprint) => !mine.includes(fingerprint));
  const missed = current === undefined ? known : lost;
  if (missed.some((fingerprint) => !options.isForgotten(fingerprint))) throw options.lostError(missed);
  const secret = current ?? (await options.create());
  const vault = new Vault(secret, previous);
  await db.transaction(async (transaction) => {
    if (lost.length > 0) {
      const rows = await giveUpLost(transaction, { vault, now, renewChat });
      warn(`a lost secret was given up, with what was sealed with it: ${JSON.stringify(rows)}`);
      await transaction.delete(secretFingerprints).where(inArray(secretFingerprints.fingerprint, lost));
    }
    await transaction
      .insert(secretFingerprints)
      .values({ fingerprint: fingerprintOf(secret) })
      .onConflictDoNothing();
  });
  return vault;
}

/** Fingerprints of the secrets that data depends on. For a database without fingerprints, a sample is decrypted. */
async function knownSecrets(db: Database, { current, previous }: SecretOptions): Promise<readonly string[]> {
  const rows = await db.select().from(secretFingerprints);
  if (rows.length > 0) return rows.map(({ fingerprint }) => fingerprint);
  const sample = await anySealed(db);
  if (sample === undefined) return [];
  const [first, ...others] = [...(current === undefined ? [] : [current]), ...previous];
  const opens = first !== undefined && new Vault(first, others).ageOf(sample) !== 'lost';
  return opens ? [] : [UNNAMED];
}

/**
 * Re-encrypts all values with the current secret; when none is left, the database no longer depends on previous
 * secrets.
 *
 * @returns a sentence for the operator; undefined when aborted
 */
export async function finishRotation(db: Database, vault: Vault, signal?: AbortSignal): Promise<string | undefined> {
  const done = await reseal(db, vault, signal);
  if (done === undefined) return undefined;
  if (done.lost > 0) {
    return `${done.lost} sealed values can be opened with none of the secrets; list their secret in SECRET_PREVIOUS`;
  }
  await db.delete(secretFingerprints).where(ne(secretFingerprints.fingerprint, vault.fingerprint));
  return (
    `all data are sealed with the new secret (${done.changed} values were changed). SECRET_PREVIOUS may be unset once ` +
    'links and tokens of before are over: docs/settings.md says when'
  );
}
