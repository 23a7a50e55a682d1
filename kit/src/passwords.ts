import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
const SALT_LENGTH = 16;
const BLOCK_SIZE = 8;
/** scrypt's N of new hashes, and of those without a cost. */
const DEFAULT_COST = 16_384;
/** Needs 128 MiB of memory during a hash. */
const MAX_COST = 131_072;
/** More than the highest cost needs; Node's own limit would refuse costs from 32,768 on. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

const isCost = (cost: number): boolean => cost >= 2 && cost <= MAX_COST && Number.isInteger(Math.log2(cost));

interface Hash {
  /** scrypt's N. */
  readonly cost: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Parses a stored hash: `scrypt$<cost>$<salt>$<key>`, the oldest ones without cost; undefined for any other text. */
function parse(hash: string): Hash | undefined {
  const [scheme, ...parts] = hash.split('$');
  const [cost, salt, key, ...rest] = parts.length === 2 ? [String(DEFAULT_COST), ...parts] : parts;
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || key === undefined) return undefined;
  if (rest.length > 0 || !/^\d+$/.test(cost) || !isCost(Number(cost))) return undefined;
  return { cost: Number(cost), salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** Hashes passwords with scrypt; a hash contains its cost, so that the cost may be raised. */
export class Passwords {
  /** Verified against if there is no hash, so that both refusals take the same time; no password matches it. */
  readonly #decoy: Hash;

  /**
   * @param cost scrypt's N of new hashes, a power of two from 2 to 131,072; time and memory of a guess grow with it
   * @throws {RangeError} for any other cost
   */
  constructor(private readonly cost = DEFAULT_COST) {
    if (!isCost(cost)) throw new RangeError(`the cost of passwords must be a power of two from 2 to ${MAX_COST}`);
    this.#decoy = { cost, salt: randomBytes(SALT_LENGTH), key: randomBytes(KEY_LENGTH) };
  }

  /** Returns a salted hash with its cost, as text. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_LENGTH);
    const key = await derive(password, salt, this.cost);
    return `scrypt$${this.cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  /**
   * Returns true if the password matches the hash; false, after the same time, if there is no hash or it is damaged.
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const known = hash === undefined ? undefined : parse(hash);
    const { cost, salt, key } = known ?? this.#decoy;
    const given = await derive(password, salt, cost);
    return key.length === given.length && timingSafeEqual(key, given) && known !== undefined;
  }
}

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: MAX_MEMORY_BYTES };
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
