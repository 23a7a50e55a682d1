import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'lectern marketplace', purpose, KEY_BYTES));

/** What the API's secret is for; each purpose has a key of its own. */
export class Vault {
  readonly #sealing: Buffer;
  readonly #codes: Buffer;
  readonly #uploads: Buffer;
  readonly #links: Buffer;
  readonly #names: Buffer;

  constructor(secret: string) {
    this.#sealing = keyFor(secret, 'sealing');
    this.#codes = keyFor(secret, 'codes');
    this.#uploads = keyFor(secret, 'uploads');
    this.#links = keyFor(secret, 'links');
    this.#names = keyFor(secret, 'names');
  }

  /** Encrypts what the database keeps but must not know. */
  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#sealing, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws {Error} when it was not sealed with this secret. */
  unseal(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, this.#sealing, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
  }

  /** Six digits are guessed fast by whoever has their plain hash, hence with a key. */
  codeHash(...parts: readonly string[]): string {
    return createHmac('sha256', this.#codes).update(JSON.stringify(parts)).digest('base64url');
  }

  /** A name that nobody guesses, and that is the same for the same parts. */
  nameFor(...parts: readonly string[]): string {
    return createHmac('sha256', this.#names).update(JSON.stringify(parts)).digest('base64url');
  }

  signUpload(policy: string): string {
    return createHmac('sha256', this.#uploads).update(policy).digest('base64url');
  }

  isUploadSignature(policy: string, signature: string): boolean {
    return isSame(this.signUpload(policy), signature);
  }

  /** Signs what a link to a protected file allows: which file, for whom, until when. */
  signLink(...parts: readonly string[]): string {
    return createHmac('sha256', this.#links).update(JSON.stringify(parts)).digest('base64url');
  }

  isLinkSignature(signature: string, ...parts: readonly string[]): boolean {
    return isSame(this.signLink(...parts), signature);
  }
}

/** Compares without telling where texts differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
