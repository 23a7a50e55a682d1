import { beforeEach, describe, expect, it } from 'vitest';
import { GRACE_MS, World, type Phone } from '../testing/phones.js';

const request = { op: 0, tsxId: 't1', audio: 1, video: 1, peer: 'org#app_bob@easemob.com/' };
const offer = { op: 102, sessId: 'X', rtcId: 'RTCIDX', sdp: 'offer', tsxId: 't2' };
const answer = { op: 104, ans: 1, sdp: 'answer', tsxId: 't3' };
const hangUp = { op: 107, reason: 'success', tsxId: 't4' };
const taken = expect.objectContaining({ id: expect.any(BigInt) as bigint });

describe('what is said in a call while a side is away reaches it', () => {
  let world: World;
  let alice: Phone;
  let bob: Phone;

  const ring = async (): Promise<string> => {
    await alice.say('bob', request);
    const key = String(alice.last.content.rtKey);
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

  describe('over a restart, to a side that logs in after the other one has spoken', () => {
    let key: string;

    /** All devices have lost the socket, and the server its memory. */
    const restart = (): void => {
      alice.logOut();
      bob.logOut();
      world.relay.close();
      world.relay = world.start();
    };
    const back = async (name: string, resource = 'web'): Promise<Phone> => {
      const phone = world.phone(name, resource).logIn();
      await Promise.resolve();
      return phone;
    };

    it.each([
      ['caller', 'alice', 'bob'],
      ['callee', 'bob', 'alice'],
    ])('delivers the mutes of the %s', async (_side, first, second) => {
      key = await talk();
      restart();
      const speaker = await back(first);
      await speaker.say(second, { op: 400, controlType: 1 }, { routeKey: key });
      await speaker.say(second, { op: 100 }, { routeKey: key });
      expect(await speaker.say(second, { op: 400, controlType: 2 }, { routeKey: key })).toEqual(taken);
      const away = await back(second);
      expect(away.heard.map(({ content }) => content.controlType)).toEqual([1, 2]);
    });

    it('delivers them to the device of the call, though another one was there', async () => {
      const laptop = world.phone('bob', 'laptop').logIn();
      key = await talk();
      restart();
      alice = await back('alice');
      await alice.say('bob', { op: 400, controlType: 2 }, { routeKey: key });
      expect(laptop.last.content.controlType).toBe(2);
      const { ops } = await back('bob');
      expect(ops).toEqual([400]);
    });

    it('delivers the end', async () => {
      key = await talk();
      restart();
      alice = await back('alice');
      await alice.say('bob', hangUp, { routeKey: key });
      const { ops } = await back('bob');
      expect(ops).toEqual([107]);
    });

    it('delivers the answer, once to each device', async () => {
      key = await ring();
      restart();
      bob = await back('bob');
      await bob.say('alice', answer, { routeKey: key });
      await bob.say('alice', { op: 105, cands: ['b'] }, { routeKey: key });
      expect((await back('alice')).ops).toEqual([104, 105]);
      expect((await back('alice')).ops).toEqual([]);
    });
  });

  describe('to a device that logs in again, as what was pushed over its last socket may be lost', () => {
    const again = async (name: string): Promise<readonly [unknown, unknown][]> => {
      const phone = world.phone(name).logIn();
      await Promise.resolve();
      return phone.heard.map(({ op, content }) => [op, content.controlType]);
    };

    it('repeats how each kind was muted last', async () => {
      await talk();
      for (const controlType of [0, 2, 1, 3, 2]) await alice.say('bob', { op: 400, controlType });
      await alice.say('bob', { op: 105, cands: ['a'] });
      expect(await again('bob')).toEqual([
        [400, 1],
        [400, 2],
      ]);
      expect(await again('alice')).toEqual([]);
      await bob.say('alice', { op: 400, controlType: 0 });
      expect(await again('alice')).toEqual([[400, 0]]);
    });

    it('repeats it under the ids that it had, and once', async () => {
      await talk();
      await alice.say('bob', { op: 400, controlType: 2 });
      const { id } = bob.last.meta;
      bob.logOut();
      await alice.say('bob', { op: 400, controlType: 0 });
      bob = world.phone('bob').logIn();
      await Promise.resolve();
      expect(bob.heard.map(({ content }) => content.controlType)).toEqual([2, 0]);
      expect(bob.heard[0]?.meta.id).toBe(id);
    });

    it('repeats the end, for a minute', async () => {
      await talk();
      await alice.say('bob', hangUp);
      expect(await again('bob')).toEqual([[107, undefined]]);
      world.clock.advance(60_000);
      expect(await again('bob')).toEqual([]);
    });

    it('repeats the end that the server gave a call', async () => {
      await talk();
      alice.logOut();
      world.clock.advance(GRACE_MS);
      expect(await again('bob')).toEqual([[107, undefined]]);
    });

    it('tells other devices nothing of it', async () => {
      await talk();
      await alice.say('bob', { op: 400, controlType: 2 });
      const laptop = world.phone('bob', 'laptop').logIn();
      await Promise.resolve();
      expect(laptop.ops).toEqual([]);
    });
  });
});
