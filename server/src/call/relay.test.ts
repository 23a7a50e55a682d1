import { beforeEach, describe, expect, it } from 'vitest';
import type { ImOutcome } from '../im/routes.js';
import { GRACE_MS, RING_MS, World, type Phone } from '../testing/phones.js';
import { RelayServers } from '../turn/relay-servers.js';

const request = { op: 0, tsxId: 't1', audio: 1, video: 1, peer: 'org#app_bob@easemob.com/' };
const offer = { op: 102, sessId: 'X', rtcId: 'RTCIDX', sdp: 'offer', tsxId: 't2' };
const answer = { op: 104, ans: 1, sdp: 'answer', tsxId: 't3' };
const hangUp = { op: 107, reason: 'success', tsxId: 't4' };
const refusal = expect.objectContaining({ errorCode: expect.any(Number) as number });
const taken = expect.objectContaining({ id: expect.any(BigInt) as bigint });

describe('the relay of calls', () => {
  let world: World;
  let alice: Phone;
  let bob: Phone;

  const ask = async (): Promise<string> => {
    await alice.say('bob', request);
    return String(alice.last.content.rtKey);
  };
  const ring = async (): Promise<string> => {
    const key = await ask();
    await alice.say('bob', offer);
    return key;
  };
  const talk = async (): Promise<string> => {
    const key = await ring();
    await bob.say('alice', answer);
    return key;
  };

  beforeEach(() => {
    world = new World();
    alice = world.phone('alice').logIn();
    bob = world.phone('bob').logIn();
  });

  it('answers the request for a call itself', async () => {
    const outcome = await alice.say('bob', request, { routeKey: '' });
    expect(outcome).toEqual(taken);
    expect(bob.heard).toEqual([]);
    const { from, content, body } = alice.last;
    expect(from).toBe('bob');
    expect(content).toEqual({
      op: 0,
      tsxId: 't1',
      result: 0,
      online: '1',
      sessId: expect.any(String) as string,
      rtcCfg: '{"iceServers":[]}',
      rtcCfg2: '{"iceServers":[]}',
      rtKey: body.routeKey,
      rtFlag: 1,
    });
    expect(body).toMatchObject({ sessionId: 'S', operation: 7, type: 1, routeFlag: 1, peerName: 'bob' });
    expect(content.rtKey).not.toBe('');
  });

  it('gives each side relays with credentials of its own', async () => {
    const settings = { urls: ['turn:relay.example'], secret: 's', ttlMs: 60_000, isRelayOnly: true };
    world.relay = world.start(new RelayServers(settings, world.clock));
    await alice.say('bob', request);
    const [own, other] = [alice.last.content.rtcCfg, alice.last.content.rtcCfg2].map(
      (text) => JSON.parse(String(text)) as { iceServers: { username: string }[]; iceTransportPolicy: string },
    );
    expect(own?.iceServers[0]?.username).toMatch(/^\d+:alice$/);
    expect(other?.iceServers[0]?.username).toMatch(/^\d+:bob$/);
    expect(own?.iceTransportPolicy).toBe('relay');
  });

  it('says that a callee is not there, and makes no call of it', async () => {
    expect(await alice.say('carol', request)).toEqual(taken);
    expect(alice.last.content).toMatchObject({ tsxId: 't1', result: 0, online: '0' });
    expect(alice.last.content).not.toHaveProperty('rtKey');
    expect(await alice.say('carol', offer)).toEqual(refusal);
    expect(await alice.say('nobody', request)).toEqual({ errorCode: 1, reason: 'Sorry, user not found' });
    expect(alice.last.content).toMatchObject({ online: '0' });
    expect(world.relay.size).toBe(0);
  });

  it.each([{ rec: 1 }, { recMerge: 1 }, { rec: true, recMerge: '1' }])(
    'refuses a call that is to be recorded, in the words that end it on deployed clients (%o)',
    async (flags) => {
      expect(await alice.say('bob', { ...request, ...flags })).toEqual({
        errorCode: 4,
        reason: 'calls are not recorded here; call without rec and recMerge',
      });
      expect(alice.last.content).toMatchObject({ tsxId: 't1', result: 0, online: '0' });
      expect(alice.last.content).not.toHaveProperty('rtKey');
      expect(await alice.say('bob', offer)).toEqual(refusal);
      expect([bob.heard, world.relay.size]).toEqual([[], 0]);
      expect(await alice.say('bob', { ...request, rec: 0, recMerge: false })).toEqual(taken);
      expect(alice.last.content).toMatchObject({ online: '1' });
    },
  );

  it('hands on what the two sides say, unchanged and in order, with the true sender', async () => {
    const key = await talk();
    await bob.say('alice', { op: 105, cands: ['b'] }, { routeKey: key });
    await alice.say('bob', { op: 105, cands: ['a'] }, { routeKey: key });
    await alice.say('bob', { op: 400, controlType: 2 }, { routeKey: '', routeFlag: 0 });
    await alice.say('bob', { op: 100, tsxId: 'p' }, { peerName: 'carol', type: 0 });
    expect(bob.ops).toEqual([102, 105, 400, 100]);
    expect(alice.ops).toEqual([0, 104, 105]);
    expect(bob.last).toMatchObject({ from: 'alice', body: { peerName: 'carol', type: 0, sessionId: 'S' } });
    expect(bob.last.meta.from).toEqual({
      appKey: 'org#app',
      name: 'alice',
      domain: 'easemob.com',
      clientResource: 'web',
    });
  });

  it('acknowledges under the id that the other side gets', async () => {
    await ask();
    const outcome = await alice.say('bob', offer);
    expect(outcome).toMatchObject({ id: BigInt(bob.last.meta.id ?? '') });
  });

  it('lets several devices ring together, and stop when one answers', async () => {
    const laptop = world.phone('bob', 'laptop').logIn();
    await ring();
    expect([bob.ops, laptop.ops]).toEqual([[102], [102]]);
    await laptop.say('alice', answer);
    expect(bob.last).toMatchObject({
      from: 'alice',
      content: { op: 107, endReason: 10, result: -554, msg: 'Other device call it. you no.', rtcId: 'RTCIDX' },
      body: { endReason: 0, sessionId: 'S' },
    });
    await alice.say('bob', { op: 105, cands: ['a'] });
    expect([bob.ops, laptop.ops]).toEqual([
      [102, 107],
      [102, 105],
    ]);
  });

  it('tells a device that answers too late', async () => {
    const laptop = world.phone('bob', 'laptop').logIn();
    await ring();
    await Promise.all([laptop.say('alice', answer), bob.say('alice', answer)]);
    expect(alice.ops).toEqual([0, 104]);
    expect(bob.heard.filter(({ op }) => op === 107).map(({ content }) => content.result)).toEqual([-554, -554]);
  });

  it('lets them stop when one rejects, or the caller hangs up', async () => {
    const laptop = world.phone('bob', 'laptop').logIn();
    await ring();
    await laptop.say('alice', { op: 107, reason: 'decline' }, { endReason: 2 });
    expect(alice.last).toMatchObject({ op: 107, body: { endReason: 2 } });
    expect(bob.last.content).toMatchObject({ op: 107, endReason: 10 });
    await alice.say('bob', request, { sessionId: 'S2' });
    await alice.say('bob', offer, { sessionId: 'S2' });
    await alice.say('bob', hangUp, { sessionId: 'S2' });
    for (const phone of [bob, laptop]) {
      expect(phone.last).toMatchObject({ op: 107, body: { sessionId: 'S2' }, content: { reason: 'success' } });
    }
  });

  it.each([3, 4, 5])('lets the others ring on while one device can not (%i)', async (endReason) => {
    const laptop = world.phone('bob', 'laptop').logIn();
    await ring();
    await laptop.say('alice', { op: 107 }, { endReason });
    expect(alice.ops).toEqual([0]);
    await bob.say('alice', { op: 107 }, { endReason });
    expect(alice.last.body.endReason).toBe(endReason);
  });

  it('rings a device that comes while it rings', async () => {
    await ring();
    await alice.say('bob', { op: 105, cands: ['early'] });
    const laptop = world.phone('bob', 'laptop').logIn();
    await Promise.resolve();
    expect(laptop.ops).toEqual([102, 105]);
  });

  it('passes on that it rings, without taking it for an answer', async () => {
    const laptop = world.phone('bob', 'laptop').logIn();
    await ring();
    await bob.say('alice', { op: 104, sdp: 'provisional' });
    expect([alice.ops, laptop.ops]).toEqual([[0, 104], [102]]);
    await laptop.say('alice', { op: 106, sdp: 'final' });
    expect(alice.ops).toEqual([0, 104, 106]);
    expect(bob.last.op).toBe(107);
  });

  it('ends a call that nobody answers', async () => {
    await ring();
    world.clock.advance(RING_MS);
    for (const phone of [alice, bob]) {
      expect(phone.last).toMatchObject({ op: 107, body: { endReason: 1 }, content: { reason: 'timeout' } });
    }
    await bob.say('alice', answer);
    expect(alice.ops).toEqual([0, 107]);
    expect(bob.last.body.endReason).toBe(0);
  });

  it('lets an accepted call last', async () => {
    await talk();
    world.clock.advance(10 * RING_MS);
    expect(alice.ops).toEqual([0, 104]);
  });

  it('ends when a side is gone for good, and tells the other', async () => {
    await talk();
    alice.logOut();
    world.clock.advance(GRACE_MS - 1);
    expect(bob.ops).toEqual([102]);
    world.clock.advance(1);
    expect(bob.last).toMatchObject({ op: 107, from: 'alice', body: { endReason: 6 } });
  });

  it('keeps for a device what is said while it is away for a moment', async () => {
    await talk();
    bob.logOut();
    await alice.say('bob', { op: 400, controlType: 0 });
    await alice.say('bob', hangUp);
    const again = world.phone('bob').logIn();
    await Promise.resolve();
    expect(again.ops).toEqual([400, 107]);
    world.clock.advance(GRACE_MS);
    expect(alice.ops).toEqual([0, 104]);
  });

  it('stops ringing soon when the caller is gone', async () => {
    await ring();
    alice.logOut();
    world.clock.advance(10_000);
    expect(bob.last.body.endReason).toBe(6);
  });

  it('goes on over a restart, by its routing key alone', async () => {
    const key = await talk();
    world.relay.close();
    world.relay = world.start();
    expect(await alice.say('bob', { op: 400, controlType: 0 })).toEqual(refusal);
    expect(await alice.say('bob', { op: 100, tsxId: 'p' }, { routeKey: key })).toEqual(taken);
    await alice.say('bob', { op: 400, controlType: 0 });
    await bob.say('alice', hangUp, { routeKey: key });
    expect(bob.ops).toEqual([102, 100, 400]);
    expect(alice.ops).toEqual([0, 104, 107]);
  });

  it('rings over a restart', async () => {
    const key = await ask();
    world.relay.close();
    world.relay = world.start();
    await alice.say('bob', offer, { routeKey: key });
    await bob.say('alice', answer, { routeKey: key });
    expect([bob.ops, alice.ops]).toEqual([[102], [0, 104]]);
  });

  it('refuses whoever is no party of the call', async () => {
    const carol = world.phone('carol').logIn();
    const key = await talk();
    for (const body of [{}, { routeKey: key }, { routeKey: 'forged.key' }, { routeKey: `${key}x` }]) {
      expect(await carol.say('bob', { op: 107 }, body)).toEqual(refusal);
      expect(await carol.say('alice', { op: 400, controlType: 0 }, body)).toEqual(refusal);
    }
    const other = world.phone('alice', 'other').logIn();
    expect(await other.say('bob', hangUp)).toEqual(refusal);
    expect(await bob.say('alice', offer)).toEqual(refusal);
    expect(await alice.say('bob', answer)).toEqual(refusal);
    expect([bob.ops, alice.ops]).toEqual([[102], [0, 104]]);
  });

  it('keeps calls of the same session id between others apart', async () => {
    const carol = world.phone('carol').logIn();
    await talk();
    await carol.say('bob', { ...request, peer: 'org#app_bob@easemob.com/' });
    await carol.say('bob', offer);
    await bob.say('carol', { op: 107, reason: 'busy' }, { endReason: 3 });
    expect(carol.last).toMatchObject({ op: 107, body: { endReason: 3 } });
    await alice.say('bob', { op: 100 });
    expect(bob.ops).toEqual([102, 102, 100]);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no op', '{}'],
    ['an op of another protocol', '{"op":200}'],
    ['an op that is text', '{"op":"107"}'],
  ])('refuses a content that has %s', async (_what, content) => {
    await talk();
    expect(await alice.say('bob', content)).toEqual(refusal);
    expect(bob.ops).toEqual([102]);
  });

  it.each([1, 2, 3, 103, 200, 201, 202, 203, 204, 205, 206])(
    'refuses op %i, which is of conferences over instant messaging',
    async (op) => {
      await talk();
      const refused = { errorCode: 4, reason: `there is no op ${op} in a call` };
      expect(await alice.say('bob', { op, tsxId: 't9', confrId: 'LC1', password: 'x' })).toEqual(refused);
      expect(bob.ops).toEqual([102]);
    },
  );

  it('refuses what is no body of a call, or no user', async () => {
    expect(await alice.send('bob', Uint8Array.of(0xff, 0xff))).toMatchObject({ errorCode: 10 });
    expect(await alice.say('bob', request, { sessionId: '' })).toEqual(refusal);
    expect(await alice.say('bob', request, { sessionId: 'S'.repeat(200) })).toEqual(refusal);
    expect(await alice.say('alice', request)).toEqual(refusal);
    expect(await alice.say('', request)).toEqual(refusal);
    expect(await alice.say('b/b', request)).toEqual(refusal);
  });

  it('refuses too many calls, and takes them again later', async () => {
    const asked = async (index: number): Promise<ImOutcome> => {
      const outcome = await alice.say('carol', request, { sessionId: `S${index}` });
      return outcome;
    };
    for (let index = 0; index < 20; index += 1) expect(await asked(index)).toEqual(taken);
    expect(await asked(20)).toEqual({ errorCode: 7, reason: 'traffic limit' });
    world.clock.advance(2_000);
    expect(await asked(21)).toEqual(taken);
  });

  it('refuses more open calls than anybody can have', async () => {
    for (let index = 0; index < 10; index += 1) await alice.say('bob', request, { sessionId: `S${index}` });
    expect(await alice.say('bob', request, { sessionId: 'more' })).toEqual(refusal);
    await alice.say('bob', hangUp, { sessionId: 'S1' });
    expect(await alice.say('bob', request, { sessionId: 'more' })).toEqual(taken);
  });

  it('takes an offer that is said again for the same one', async () => {
    await ring();
    expect(await alice.say('bob', offer)).toEqual(taken);
    expect(bob.ops).toEqual([102]);
  });

  it('forgets calls that are over', async () => {
    await talk();
    await alice.say('bob', hangUp);
    expect(world.relay.size).toBe(1);
    world.clock.advance(60_000);
    expect([world.relay.size, world.clock.pending]).toEqual([0, 0]);
  });
});
