import { Role } from '@lectern/rtc/protocol';
import fc from 'fast-check';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/fake-clock.js';
import { userOf } from './identity.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { fileSecret } from './secret.js';
import { Signer } from './signer.js';
import { FailureThrottle, networkOf, Throttled } from './throttle.js';
import { SignedSessionIds, Tickets } from './tickets.js';
import { Tokens } from './tokens.js';

const signer = new Signer(Buffer.from('the secret of this test'));

describe('passwords', () => {
  it('verify against their own hash only, which is salted', async () => {
    const hash = await hashPassword('pässword');
    expect(hash).not.toContain('pässword');
    expect(await hashPassword('pässword')).not.toBe(hash);
    expect(await verifyPassword('pässword', hash)).toBe(true);
    expect(await verifyPassword('password', hash)).toBe(false);
    expect(await verifyPassword('pässword', 'no hash')).toBe(false);
    const cheap = await hashPassword('pässword', 2);
    expect(cheap).toMatch(/^scrypt\$2\$/);
    expect(await verifyPassword('pässword', cheap)).toBe(true);
    expect(await verifyPassword('password', cheap)).toBe(false);
    // Written before hashes named their cost.
    expect(hash).toMatch(/^scrypt\$16384\$/);
    expect(await verifyPassword('pässword', hash.replace('$16384', ''))).toBe(true);
  });
});

describe('tokens', () => {
  const clock = new FakeClock();
  const tokens = new Tokens(signer, clock, 1_000, 2_000);

  it('prove their user, under both forms of its name, until they expire', () => {
    const token = tokens.issueAccess({ appKey: 'org#app', user: 'a_b' });
    const proof = { appKey: 'org#app', memName: 'org#app_a_b' };
    expect(tokens.proves('org#app_a_b', token)).toEqual(proof);
    expect(tokens.proves('a_b', token)).toEqual(proof);
    expect(tokens.proves('org#app_a', token)).toBeUndefined();
    expect(tokens.proves('other#app_a_b', token)).toBeUndefined();
    clock.advance(1_000);
    expect(tokens.proves('a_b', token)).toBeUndefined();
  });

  it('of one kind are worth nothing as the other', () => {
    const role = tokens.issueRole({ confrId: 'LC1', memName: 'org#app_a' });
    expect(tokens.readRole(role)).toMatchObject({ confrId: 'LC1', memName: 'org#app_a' });
    expect(tokens.readAccess(role)).toBeUndefined();
    expect(tokens.readRole(tokens.issueAccess({ appKey: 'org#app', user: 'a' }))).toBeUndefined();
    const elsewhere = new Tokens(new Signer(Buffer.from('another secret')), clock, 1_000, 2_000);
    expect(elsewhere.readRole(role)).toBeUndefined();
  });

  it('are refused, whatever text comes instead', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (uid, token) => {
        expect(tokens.proves(uid, token)).toBeUndefined();
      }),
    );
  });
});

describe('tickets', () => {
  const tickets = new Tickets(signer, new FakeClock(), 1_000);
  const issued = tickets.issue({
    confrId: 'LC1',
    memName: 'org#app_a',
    role: Role.Talker,
    kicks: 0,
    url: 'ws://h/rtc/ws',
  });

  it('come back as JSON with members of others unharmed', () => {
    const returned: unknown = JSON.parse(JSON.stringify({ ...issued, url: 'ws://proxy/rtc/ws', extra: 1 }));
    expect(tickets.verify(returned)).toMatchObject({
      claims: { confrId: 'LC1', memName: 'org#app_a', role: Role.Talker, tktId: issued.tktId },
      isExpired: false,
    });
  });

  it.each(['confrId', 'memName', 'tktId', 'timestamp', 'role', 'kicks', 'exp', 'sig'])(
    'are void once %s was changed',
    (name) => {
      const value = issued[name];
      const changed = typeof value === 'number' ? (name === 'role' ? Role.Admin : value + 1) : `${String(value)}x`;
      expect(tickets.verify({ ...issued, [name]: changed })).toBeUndefined();
    },
  );

  it('are void, whatever comes instead', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(tickets.verify(value)).toBeUndefined();
      }),
    );
  });
});

describe('session ids', () => {
  it('tell the member id they were issued for, in the same conference and for the same name only', () => {
    const sessions = new SignedSessionIds(signer);
    const sessId = sessions.issue('LC1', 'org#app_a', 'MEM1');
    expect(sessions.memberOf(sessId, 'LC1', 'org#app_a')).toBe('MEM1');
    expect(sessions.memberOf(sessId, 'LC2', 'org#app_a')).toBeUndefined();
    expect(sessions.memberOf(sessId, 'LC1', 'org#app_b')).toBeUndefined();
    expect(sessions.memberOf(sessId.replace('MEM1', 'MEM2'), 'LC1', 'org#app_a')).toBeUndefined();
    expect(sessions.memberOf('', 'LC1', 'org#app_a')).toBeUndefined();
  });
});

describe('names', () => {
  it('of a user are found in a memName, also when they have underscores', () => {
    expect(userOf('org#app', 'org#app_a_b')).toBe('a_b');
    expect(userOf('org#app', 'a_b')).toBe('a_b');
    expect(userOf('org#app', 'other#app_a')).toBeUndefined();
  });
});

describe('the secret', () => {
  it('is made once, for its owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    const path = join(folder, 'deep', 'secret');
    const all = await Promise.all([fileSecret(path), fileSecret(path), fileSecret(path)]);
    expect(new Set(all).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim()).toBe(all[0]);
    await rm(folder, { recursive: true });
  });
});

describe('a secret file that was emptied', () => {
  it('stops the server rather than let it sign with nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    await writeFile(join(dir, 'secret'), '\n');
    await expect(fileSecret(join(dir, 'secret'))).rejects.toThrow('restore the file or delete it');
    await rm(dir, { recursive: true });
  });
});

describe('the throttle of failures', () => {
  it('counts an IPv6 customer as one, whatever address of its network is used', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
    expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  });

  it('takes nothing for what succeeds, or for our own faults', async () => {
    const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 2, windowMs: 1_000 });
    for (let tries = 0; tries < 9; tries += 1) {
      await throttle.attempt('a', 'x', async () => true);
      await expect(throttle.attempt('a', 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    }
    await expect(throttle.attempt('a', 'x', async () => false)).resolves.toBe(false);
  });

  it('lets in who was right from an address before, whatever else fails there', async () => {
    const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 3, windowMs: 1_000 });
    await throttle.attempt('a', 'ann', async () => true);
    for (const name of ['x', 'y', 'z']) await throttle.attempt('a', name, async () => false);
    await expect(throttle.attempt('a', 'ben', async () => true)).rejects.toThrow(Throttled);
    await expect(throttle.attempt('a', 'ann', async () => true)).resolves.toBe(true);
    // Its own failures count.
    for (let tries = 0; tries < 2; tries += 1) await throttle.attempt('a', 'ann', async () => false);
    await expect(throttle.attempt('a', 'ann', async () => true)).rejects.toThrow(Throttled);
  });

  describe('for one room', () => {
    const target = 'room LC1';
    const from = (member: string, address = 'a', isTrusted = false) => ({ member, address, target, isTrusted });
    const right = async () => true;
    const wrong = async () => false;

    it('holds for all guests of an address, and spares those who were right before or belong to it', async () => {
      const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 100, windowMs: 1_000 });
      await throttle.attemptAsMember(from('ann'), right);
      for (let guest = 0; guest < 10; guest += 1) await throttle.attemptAsMember(from(`guest-${guest}`), wrong);
      await expect(throttle.attemptAsMember(from('guest-11'), right)).rejects.toThrow(Throttled);
      await expect(throttle.attemptAsMember(from('ann'), right)).resolves.toBe(true);
      await expect(throttle.attemptAsMember(from('teacher', 'a', true), right)).resolves.toBe(true);
      // Others, elsewhere or at another room, are not concerned.
      await expect(throttle.attemptAsMember(from('cem', 'b'), right)).resolves.toBe(true);
      await expect(throttle.attemptAsMember({ ...from('cem'), target: 'room LC2' }, right)).resolves.toBe(true);
    });

    it('holds for all addresses together', async () => {
      const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 6, windowMs: 1_000 });
      await throttle.attemptAsMember(from('ann'), right);
      for (let guest = 0; guest < 6; guest += 1) {
        await throttle.attemptAsMember(from(`guest-${guest}`, `address-${guest}`), wrong);
      }
      await expect(throttle.attemptAsMember(from('guest-7', 'new'), right)).rejects.toThrow(Throttled);
      await expect(throttle.attemptAsMember(from('ann'), right)).resolves.toBe(true);
    });
  });
});
