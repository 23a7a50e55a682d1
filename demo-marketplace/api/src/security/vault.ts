import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'lectern marketplace', purpose, KEY_BYTES));

/** Identifies a secret without revealing it. */
export const fingerprintOf = (secret: string): string => keyFor(secret, 'fingerprint').toString('hex');

const PURPOSES = ['sealing', 'codes', 'uploads', 'links', 'names'] as const;
type Keys = Readonly<Record<(typeof PURPOSES)[number], Buffer>>;

const keysOf = (secret: string): Keys =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, keyFor(secret, purpose)])) as unknown as Keys;

const mac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
}

/**
 * Cryptographic operations with the API's secret; each purpose has a key of its own. The current secret encrypts and
 * signs; values of previous secrets can still be decrypted and verified.
 */
export class Vault {
  readonly #current: Keys;
  readonly #all: readonly Keys[];

  /** Fingerprint of the current secret. */
  readonly fingerprint: string;

  /** @param previous previous secrets, during a rotation */
  constructor(secret: string, previous: readonly string[] = []) {
    this.fingerprint = fingerprintOf(secret);
    this.#current = keysOf(secret);
    this.#all = [this.#current, ...previous.map(keysOf)];
  }

  /** Encrypts a value for storage in the database. */
  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#current.sealing, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws {Error} when none of the secrets decrypts it */
  unseal(sealed: string): string {
    let failure: unknown;
    for (const { sealing } of this.#all) {
      try {
        return open(sealing, sealed);
      } catch (error) {
        failure = error;
      }
    }
    throw new Error('sealed data cannot be opened: they were sealed with another secret', { cause: failure });
  }

  /**
   * Returns `current` or `previous` by the secret that encrypted the text, and `lost` when none of the secrets decrypts
   * it.
   */
  ageOf(sealed: string): 'current' | 'previous' | 'lost' {
    const index = this.#all.findIndex(({ sealing }) => {
      try {
        open(sealing, sealed);
        return true;
      } catch {
        return false;
      }
    });
    if (index < 0) return 'lost';
    return index === 0 ? 'current' : 'previous';
  }

  /** Keyed hash of a code: six digits could be recovered from a plain hash quickly. */
  codeHash(...parts: readonly string[]): string {
    return mac(this.#current.codes, JSON.stringify(parts));
  }

  /** Hashes that a stored code may have: with the current secret and with previous ones. */
  codeHashes(...parts: readonly string[]): string[] {
    return this.#all.map(({ codes }) => mac(codes, JSON.stringify(parts)));
  }

  /** Derives an unguessable name that is the same for the same parts. */
  nameFor(...parts: readonly string[]): string {
    return mac(this.#current.names, JSON.stringify(parts));
  }

  signUpload(policy: string): string {
    return mac(this.#current.uploads, policy);
  }

  isUploadSignature(policy: string, signature: string): boolean {
    return this.#all.some(({ uploads }) => isSame(mac(uploads, policy), signature));
  }

  /** Signs a link to a protected file: the file, the member and the expiry. */
  signLink(...parts: readonly string[]): string {
    return mac(this.#current.links, JSON.stringify(parts));
  }

  isLinkSignature(signature: string, ...parts: readonly string[]): boolean {
    return this.#all.some(({ links }) => isSame(mac(links, JSON.stringify(parts)), signature));
  }
}

/** Compares in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
