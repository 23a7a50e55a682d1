import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
const SALT_LENGTH = 16;
const BLOCK_SIZE = 8;

/** Hashes passwords with scrypt; a hash says what it cost, so that the cost may grow. */
export class Passwords {
  /** Verified against where there is no account, so that both refusals take the same time. */
  readonly #decoy: Promise<string>;

  /** @param cost scrypt's N, a power of 2 */
  constructor(private readonly cost = 16_384) {
    this.#decoy = this.hash('nobody has this one');
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH);
    const key = await derive(password, salt, this.cost);
    return `scrypt$${this.cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  /** Whether the password is the one that was hashed; false, as slowly, where there is no hash. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const [scheme, cost, salt, key] = (hash ?? (await this.#decoy)).split('$');
    if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
    const expected = Buffer.from(key, 'base64url');
    const given = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
    return expected.length === given.length && timingSafeEqual(expected, given) && hash !== undefined;
  }
}

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { N: cost, r: BLOCK_SIZE, p: 1 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
