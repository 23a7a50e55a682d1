import { inArray, ne } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { secretFingerprints } from '../db/schema/index.js';
import { anySealed, giveUpLost, reseal } from './sealed-data.js';
import { fingerprintOf, Vault } from './vault.js';

/** Stands for the secret of a database that kept no fingerprints yet. */
const UNNAMED = 'earlier-secret';

/** The secret of the marketplace, and those of before while it is changed. */
export interface SecretOptions {
  /** Undefined where it is neither set nor in its file. */
  readonly current: string | undefined;
  readonly previous: readonly string[];
  /** Makes one; called only where no data depend on an earlier one. */
  create(): Promise<string>;
  /** Whether the operator gave up the secret with this fingerprint. */
  isForgotten(fingerprint: string): boolean;
  /** Says what to do about secrets that data depend on, and that are not there. */
  lostError(fingerprints: readonly string[]): Error;
}

interface OpenPorts {
  readonly db: Database;
  readonly now: number;
  readonly renewChat: (tx: Tx, memberId: number) => Promise<void>;
  /** Hears what was given up. */
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
 * The vault of the database.
 *
 * @throws what `lostError` makes, when data were sealed with a secret that is not among those given
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

/** Fingerprints of the secrets that data depend on. A database of before they were kept is tried out. */
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
 * Seals everything with the secret of today; once all of it is, the database does not depend on those of before.
 *
 * @returns a sentence for the operator; undefined when it was aborted
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
