import { describe, expect, it } from 'vitest';
import { Passwords } from './passwords.js';

const cheap = new Passwords(2);

describe('a password', () => {
  it('is verified against its salted hash, which names what it cost', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('pässword');
    expect(hash).toMatch(/^scrypt\$16384\$/);
    expect(await passwords.hash('pässword')).not.toBe(hash);
    expect([await passwords.verify('pässword', hash), await passwords.verify('password', hash)]).toEqual([true, false]);
    // Hashed with another cost.
    expect([await cheap.verify('pässword', hash), await cheap.verify('password', hash)]).toEqual([true, false]);
    // Hashed before hashes contained their cost.
    expect(await cheap.verify('pässword', hash.replace('$16384', ''))).toBe(true);
  });

  it('is the same however its letters are composed', async () => {
    expect(await cheap.verify('pa\u0308ssword', await cheap.hash('pässword'))).toBe(true);
  });

  it('may cost more memory than Node allows by itself', async () => {
    const strong = new Passwords(32_768);
    expect(await strong.verify('pässword', await strong.hash('pässword'))).toBe(true);
  });

  it.each([0, 1, 3, 16_383, 262_144, Number.NaN])('is not hashed at a cost of %d', (cost) => {
    expect(() => new Passwords(cost)).toThrow(RangeError);
  });

  it.each([
    undefined,
    '',
    'no hash',
    'scrypt$$salt$key',
    'scrypt$1$salt$key',
    'scrypt$many$salt$key',
    'scrypt$1073741824$salt$key',
    'scrypt$2$salt$',
    'scrypt$2$salt$key$more',
    'bcrypt$2$salt$key',
  ])('is wrong where its hash is %s', async (hash) => {
    expect(await cheap.verify('pässword', hash)).toBe(false);
    expect(await cheap.verify('', hash)).toBe(false);
  });
});
