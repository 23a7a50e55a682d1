import { desc, eq, ne } from 'drizzle-orm';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Database } from '../db/database.js';
import { signingKeys } from '../db/schema/index.js';
import type { Vault } from '../security/index.js';

const KID_LENGTH = 16;
/** Marks a private key that was lost together with its secret; the public key still verifies. */
const LOST = '';

/** A text with its signature. */
export interface Signed {
  readonly payload: string;
  /** Ed25519, base64url. */
  readonly signature: string;
  readonly kid: string;
}

/** A public key in the format of a JSON Web Key Set. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
}

/**
 * Signs certificates. The keys are stored in the database with encrypted private keys; the first one is created on
 * first use.
 */
export class SigningKeys {
  constructor(private readonly vault: Vault) {}

  /** Signs with the newest key. */
  async sign(db: Database, payload: string, now: number): Promise<Signed> {
    const [newest] = await db
      .select()
      .from(signingKeys)
      .where(ne(signingKeys.privateSealed, LOST))
      .orderBy(desc(signingKeys.createdAt))
      .limit(1);
    const { kid, privateSealed } = newest ?? (await this.#make(db, now));
    const key = createPrivateKey({
      key: Buffer.from(this.vault.unseal(privateSealed), 'base64url'),
      format: 'der',
      type: 'pkcs8',
    });
    return { payload, signature: sign(null, Buffer.from(payload), key).toString('base64url'), kid };
  }

  /** Returns true when the payload was signed by a key of this site and has not been modified. */
  async isGenuine(db: Database, { payload, signature, kid }: Signed): Promise<boolean> {
    const [found] = await db.select({ x: signingKeys.publicX }).from(signingKeys).where(eq(signingKeys.kid, kid));
    if (found === undefined) return false;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: found.x }, format: 'jwk' });
    return verify(null, Buffer.from(payload), key, Buffer.from(signature, 'base64url'));
  }

  /** All public keys, newest first; signatures of older keys remain valid. */
  async publicKeys(db: Database): Promise<PublicKey[]> {
    const rows = await db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt));
    return rows.map(({ kid, publicX }) => ({ kty: 'OKP', crv: 'Ed25519', x: publicX, kid, alg: 'EdDSA' }));
  }

  async #make(db: Database, now: number) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const publicX = publicKey.export({ format: 'jwk' }).x ?? '';
    const kid = createHash('sha256').update(publicX).digest('base64url').slice(0, KID_LENGTH);
    const privateSealed = this.vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'));
    const row = { kid, publicX, privateSealed, createdAt: now };
    await db.insert(signingKeys).values(row);
    return row;
  }
}
