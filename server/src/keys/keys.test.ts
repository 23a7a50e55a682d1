import { Role } from '@lectern/rtc/protocol';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { Signer } from '../auth/signer.js';
import { FakeClock } from '@lectern/kit/testing';
import { MemoryStore } from '../testing/memory-store.js';
import { ApiKeys, type ActiveKey, type NewApiKey } from './api-keys.js';
import { GrantRevocations, REFRESH_INTERVAL_MS } from './grant-revocations.js';
import { GRANT_AUDIENCE, Grants, MAX_GRANT_TTL_MS, type GrantRequest } from './grants.js';
import { signJwt } from './jwt.js';
import { SecretBox } from './secret-box.js';

const SECRET = Buffer.from('the secret of the server');
const APP_KEY = 'org#app';

let clock: FakeClock;
let store: MemoryStore;
let keys: ApiKeys;
let grants: Grants;
let key: NewApiKey;

const request: GrantRequest = { user: 'ann', room: { name: 'maths' }, role: Role.Talker, ttlMs: 60_000 };
const claims = (more: object = {}): object => {
  const now = clock.now() / 1000;
  return { aud: GRANT_AUDIENCE, sub: 'ann', room: 'maths', role: 'admin', iat: now, exp: now + 60, jti: 'J1', ...more };
};
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const refusal = (token: string): Promise<string> =>
  grants.verify(token).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

beforeEach(async () => {
  clock = new FakeClock();
  store = new MemoryStore();
  keys = new ApiKeys(store.apiKeys, new SecretBox([SECRET]), clock);
  grants = new Grants(keys, new Signer(SECRET), clock);
  key = await keys.create(APP_KEY, 'school');
});

describe('an API key', () => {
  it('is shown once, and kept in a form that opens only with the secret of the server', async () => {
    expect(key).toMatchObject({ appKey: APP_KEY, name: 'school', revokedAt: null });
    expect(key.id).toMatch(/^LK[0-9A-F]{16}$/);
    expect(Buffer.from(key.secret, 'base64url')).toHaveLength(32);
    const kept = await store.apiKeys.find(key.id);
    expect(JSON.stringify(kept)).not.toContain(key.secret);
    expect(JSON.stringify(await keys.list())).not.toContain(key.secret);
    const elsewhere = new ApiKeys(store.apiKeys, new SecretBox([Buffer.from('another secret')]), clock);
    expect(await elsewhere.find(key.id)).toBeUndefined();
  });

  it('authenticates by id and secret together, until it is revoked', async () => {
    const other = await keys.create(APP_KEY, 'other');
    expect(await keys.authenticate(key.id, key.secret)).toMatchObject({ id: key.id, appKey: APP_KEY });
    expect(await keys.authenticate(key.id, other.secret)).toBeUndefined();
    expect(await keys.authenticate(key.id, '')).toBeUndefined();
    expect(await keys.authenticate('LK0000000000000000', key.secret)).toBeUndefined();
    expect(await keys.authenticate("' OR 1=1 --", key.secret)).toBeUndefined();
    expect(await keys.revoke(key.id)).toMatchObject({ revokedAt: clock.now() });
    expect(await keys.authenticate(key.id, key.secret)).toBeUndefined();
    expect(await keys.revoke('LK0000000000000000')).toBeUndefined();
  });

  it('cannot be put in the place of another one in the database', async () => {
    const other = await keys.create('org#other', 'other');
    const { sealedSecret } = (await store.apiKeys.find(key.id))!;
    await store.apiKeys.reseal(other.id, sealedSecret);
    expect(await keys.find(other.id)).toBeUndefined();
  });

  it('goes over to a new secret of the server, so that the old one may go', async () => {
    const NEW = Buffer.from('the secret of tomorrow');
    const both = new ApiKeys(store.apiKeys, new SecretBox([NEW, SECRET]), clock);
    expect(await both.rotate()).toEqual([]);
    const later = new ApiKeys(store.apiKeys, new SecretBox([NEW]), clock);
    expect(await later.authenticate(key.id, key.secret)).toMatchObject({ id: key.id });
    expect(await keys.rotate()).toEqual([key.id]);
  });
});

describe('a grant', () => {
  it('says who may enter which room, as what, until when', async () => {
    const { grant, id, expiresAt } = grants.sign({ ...request, nickName: 'Ann 林', mayCreate: true }, key);
    expect(await grants.verify(grant)).toEqual({
      id,
      keyId: key.id,
      appKey: APP_KEY,
      user: 'ann',
      room: { name: 'maths' },
      role: Role.Talker,
      nickName: 'Ann 林',
      mayCreate: true,
      issuedAt: clock.now(),
      expiresAt,
    });
  });

  it('may be signed by whatever signs JWTs, with whole seconds', async () => {
    const token = signJwt(claims({ iat: Math.floor(clock.now() / 1000) }), key.id, key.secret);
    expect(await grants.verify(token)).toMatchObject({ user: 'ann', role: Role.Admin, keyId: key.id });
  });

  it('may be signed by the server itself, for the application alone, also before its secret changed', async () => {
    const { grant } = grants.signAsServer(request, APP_KEY);
    expect(await grants.verify(grant)).toMatchObject({ appKey: APP_KEY, keyId: 'server:org#app' });
    const NEW = Buffer.from('the secret of tomorrow');
    const later = new Grants(keys, new Signer(NEW, [SECRET]), clock);
    expect(await later.verify(grant)).toMatchObject({ appKey: APP_KEY });
    // The same signature under the name of another application.
    const [, body, signature] = grant.split('.');
    const head = encode({ alg: 'HS256', typ: 'JWT', kid: 'server:org#other' });
    expect(await refusal(`${head}.${body}.${signature}`)).toContain('not signed with a key');
  });

  it('ends with its time, and with its key', async () => {
    const { grant } = grants.sign(request, key);
    clock.advance(59_999);
    expect(await refusal(grant)).toBe('accepted');
    clock.advance(1);
    expect(await refusal(grant)).toContain('expired');
    const fresh = grants.sign(request, key).grant;
    await keys.revoke(key.id);
    expect(await refusal(fresh)).toContain('not signed with a key that is good here');
  });

  describe('is refused', () => {
    it('when it asks to be verified by nothing, or by another algorithm', async () => {
      for (const alg of ['none', 'None', 'HS384', 'RS256', 'hs256', '', null]) {
        const text = `${encode({ alg, typ: 'JWT', kid: key.id })}.${encode(claims())}`;
        const signature = createHmac('sha256', key.secret).update(text).digest('base64url');
        for (const end of ['', signature]) expect(await refusal(`${text}.${end}`)).toContain('not a JWT');
      }
    });

    it('when it is signed with another key than the one it names', async () => {
      const other = await keys.create('org#other', 'other');
      expect(await refusal(signJwt(claims(), key.id, other.secret))).toContain('not signed with a key');
      expect(await refusal(signJwt(claims(), key.id, ''))).toContain('not signed with a key');
      expect(await refusal(signJwt(claims(), 'LK0000000000000000', key.secret))).toContain('not signed with a key');
      expect(await refusal(signJwt(claims(), '__proto__', key.secret))).toContain('not signed with a key');
      expect(await refusal(signJwt(claims(), 'server:', key.secret))).toContain('not signed with a key');
    });

    it('when a single character of it was changed', async () => {
      const { grant } = grants.sign(request, key);
      await fc.assert(
        fc.asyncProperty(
          fc.nat(grant.length - 1),
          fc.constantFrom('A', 'b', '0', '_', '.', '='),
          async (at, letter) => {
            fc.pre(grant[at] !== letter);
            expect(await refusal(grant.slice(0, at) + letter + grant.slice(at + 1))).not.toBe('accepted');
          },
        ),
      );
    });

    it('when its header has what must be understood', async () => {
      const text = `${encode({ alg: 'HS256', kid: key.id, crit: ['exp'] })}.${encode(claims())}`;
      const signature = createHmac('sha256', key.secret).update(text).digest('base64url');
      expect(await refusal(`${text}.${signature}`)).toContain('not a JWT');
    });

    it.each<[string, object, string]>([
      ['is meant for something else', { aud: 'other' }, 'claim aud'],
      ['names no user', { sub: undefined }, 'claim sub'],
      ['names a user that there cannot be', { sub: 'a b' }, 'claim sub'],
      ['names no room', { room: undefined }, 'must name its room'],
      ['names two rooms', { roomId: 'LC1' }, 'must name its room'],
      ['has a name of a room of which nothing is seen', { room: '\u200b' }, 'must name its room'],
      ['names a role that there is not', { role: 'owner' }, 'claim role'],
      ['has its role as a number', { role: 7 }, 'claim role'],
      ['has no end', { exp: undefined }, 'claim exp'],
      ['has an end that is no number', { exp: '9999999999' }, 'claim exp'],
      ['has no id', { jti: undefined }, 'claim jti'],
    ])('when it %s', async (_what, more, message) => {
      expect(await refusal(signJwt(claims(more), key.id, key.secret))).toContain(message);
    });

    it('when it is from the future, or good for ever', async () => {
      const now = clock.now() / 1000;
      const sign = (more: object): string => signJwt(claims(more), key.id, key.secret);
      expect(await refusal(sign({ iat: now + 59 }))).toBe('accepted');
      expect(await refusal(sign({ iat: now + 61, exp: now + 99 }))).toContain('not valid yet');
      expect(await refusal(sign({ nbf: now + 61 }))).toContain('not valid yet');
      expect(await refusal(sign({ exp: now + MAX_GRANT_TTL_MS / 1000 + 1 }))).toContain('more than 366 days');
    });

    it('whatever text comes instead', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string(), async (text) => {
          expect(await refusal(text)).not.toBe('accepted');
        }),
      );
      expect(await refusal(`${'a'.repeat(5_000)}.b.c`)).toContain('not a JWT');
    });
  });
});

describe('revocations', () => {
  const log = pino({ level: 'silent' });
  const use = { appKey: APP_KEY, user: 'ann', room: 'maths' };
  let revocations: GrantRevocations;

  beforeEach(async () => {
    revocations = new GrantRevocations(store.grantRevocations, clock, log);
    await revocations.start();
  });

  const given = (id = 'J1', by: Pick<ActiveKey, 'id'> = key) => ({ id, keyId: by.id, issuedAt: clock.now() });

  it('end one grant, in its application alone', async () => {
    await revocations.revoke({ appKey: APP_KEY, kind: 'grant', value: 'J1', room: null });
    expect(revocations.isRevoked(given('J1'), use)).toBe(true);
    expect(revocations.isRevoked(given('J2'), use)).toBe(false);
    expect(revocations.isRevoked(given('J1'), { ...use, appKey: 'org#other' })).toBe(false);
  });

  it('end what a member was given so far, in one room or everywhere, and nothing that is given later', async () => {
    await revocations.revoke({ appKey: APP_KEY, kind: 'member', value: 'ann', room: 'maths' });
    expect(revocations.isRevoked(given(), use)).toBe(true);
    expect(revocations.isRevoked(given(), { ...use, room: 'music' })).toBe(false);
    expect(revocations.isRevoked(given(), { ...use, user: 'anna' })).toBe(false);
    const again = { ...given(), issuedAt: revocations.issueTime(APP_KEY, 'ann') };
    expect(revocations.isRevoked(again, use)).toBe(false);
    await revocations.revoke({ appKey: APP_KEY, kind: 'member', value: 'ann', room: null });
    expect(revocations.isRevoked(given(), { ...use, room: 'music' })).toBe(true);
  });

  it('outlast the server, and are noticed when another process makes them', async () => {
    const heard: unknown[] = [];
    revocations.onRevoked((revocation) => heard.push(revocation));
    await keys.revoke(key.id);
    expect(revocations.isRevoked(given(), use)).toBe(false);
    clock.advance(REFRESH_INTERVAL_MS);
    await expect.poll(() => revocations.isRevoked(given(), use)).toBe(true);
    expect(heard).toMatchObject([{ kind: 'key', value: key.id }]);
    const restarted = new GrantRevocations(store.grantRevocations, clock, log);
    await restarted.start();
    expect(restarted.isRevoked(given(), use)).toBe(true);
  });
});
