import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

const keyOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('secret-box v1').digest();

/** Result of {@link SecretBox.open}. */
export interface OpenedSecret {
  readonly text: string;
  /**
   * True if it was encrypted under an earlier secret of the server, and should be encrypted again under the current
   * one.
   */
  readonly isOutdated: boolean;
}

/**
 * Encrypts stored secrets (AES-256-GCM) under a key derived from the secret of the server. A copy of the database alone
 * cannot be decrypted.
 */
export class SecretBox {
  readonly #keys: readonly Buffer[];

  /** @param secrets the current secret first, then the previous ones (`SECRET_PREVIOUS`) */
  constructor(secrets: readonly Buffer[]) {
    this.#keys = secrets.map(keyOf);
  }

  /** @param context the record that the secret belongs to; it cannot be opened as that of another record */
  seal(text: string, context: string): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('a secret box needs a secret');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** Undefined when none of the secrets opens it. */
  open(sealed: string, context: string): OpenedSecret | undefined {
    const [version, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const [index, key] of this.#keys.entries()) {
      const text = decrypt(key, bytes, context);
      if (text !== undefined) return { text, isOutdated: index > 0 };
    }
    return undefined;
  }
}

function decrypt(key: Buffer, bytes: Buffer, context: string): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
