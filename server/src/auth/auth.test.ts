import { Role } from '@lectern/rtc/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { userOf } from './identity.js';
import { Signer } from './signer.js';
import { SignedSessionIds, Tickets } from './tickets.js';
import { Tokens } from './tokens.js';

const signer = new Signer(Buffer.from('the secret of this test'));

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
