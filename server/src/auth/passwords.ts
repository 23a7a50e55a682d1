import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
/** scrypt's N where nothing else is asked for; hashes that name no cost were made with it. */
const DEFAULT_COST = 16_384;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { N: cost, r: 8, p: 1 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/**
 * A salted scrypt hash with its cost, as text.
 *
 * @param cost scrypt's N, a power of two; what a guess costs grows with it
 */
export async function hashPassword(password: string, cost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether the password is the one that was hashed. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, ...parts] = hash.split('$');
  const [cost, salt, key] = parts.length === 2 ? [String(DEFAULT_COST), ...parts] : parts;
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
