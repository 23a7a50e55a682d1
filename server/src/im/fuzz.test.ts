import {
  BodyType,
  Command,
  CommSyncUL,
  encode,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
  StatisticsBody,
  USER_DOMAIN,
} from '@lectern/rtc/im-protocol';
import { fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAsDeployed } from '../testing/deployed-reader.js';
import { hostileFrames } from '../testing/frame-mutations.js';
import { APP_KEY } from '../testing/harness.js';
import { textOf } from '../testing/im-client.js';
import { ImWorld, syncsOf, type OpenSession } from '../testing/im-world.js';

const options = fuzzOptions(200);
const BUCKET_MS = 1_000;

const jid = (name: string) => ({ appKey: APP_KEY, name, domain: USER_DOMAIN });

const loginFrame = (user: string, token: string): Uint8Array =>
  encode(MSync, {
    guid: { ...jid(user), clientResource: 'web' },
    auth: `$t$${token}`,
    command: Command.Provision,
    payload: encode(Provision, { osType: 16, version: '4.21.1', resource: 'web', deviceUuid: 'web' }),
  });

const syncFrame = (message: CommSyncUL): Uint8Array =>
  encode(MSync, { command: Command.Sync, encryptType: [0], payload: encode(CommSyncUL, message) });

let lastId = 0;

const chatFrame = (to: string, payload: Uint8Array): Uint8Array => {
  lastId += 1;
  return syncFrame({ meta: { id: String(lastId), to: jid(to), ns: NameSpace.Chat, payload } });
};

const bodyOf = (from: string, to: string, text: string, type: number = BodyType.Chat): Uint8Array =>
  encode(MessageBody, {
    type,
    ...{ from: jid(from), to: jid(to) },
    contents: [{ type: 0, text }],
    ext: [{ key: 'name', type: 7, stringValue: from }],
    ackMessageId: '1',
  });

/** One frame of each kind that a client sends. */
const lawfulFrames = (user: string, token: string): readonly Uint8Array[] => [
  loginFrame(user, token),
  encode(MSync, { command: Command.Unread }),
  encode(MSync, { command: Command.Logout }),
  syncFrame({ queue: jid('ann') }),
  syncFrame({ queue: jid('ann'), key: '1887436800000000000' }),
  syncFrame({ queue: { ...jid('G1'), domain: 'conference.easemob.com' } }),
  chatFrame('ben', bodyOf(user, 'ben', 'hello')),
  chatFrame('ben', bodyOf(user, 'ben', '', BodyType.ReadAck)),
  chatFrame('ben', bodyOf(user, 'ben', '', BodyType.Recall)),
  syncFrame({ meta: { id: '2', ns: NameSpace.Statistic, payload: encode(StatisticsBody, { operation: 0 }) } }),
  syncFrame({ meta: { id: '3', to: jid('ben'), ns: NameSpace.Conference, payload: new Uint8Array(20) } }),
];

const world = new ImWorld();
await world.register('mallory', 'ann', 'ben');
const timers = world.clock.pending;
const lawful = lawfulFrames('mallory', world.tokenOf('mallory'));

async function enter(user: string): Promise<OpenSession> {
  const open = world.open();
  open.session.receive(loginFrame(user, world.tokenOf(user)));
  await world.settle();
  return open;
}

const bytesOf = (frames: readonly Uint8Array[]): number => frames.reduce((sum, { length }) => sum + length, 0);

/** Pulls all pending messages of a device, so that the next run starts empty. */
async function take(open: OpenSession, peer: string): Promise<ReturnType<typeof syncsOf>> {
  const from = syncsOf(open).length;
  open.session.receive(syncFrame({ queue: jid(peer) }));
  for (;;) {
    await world.settle();
    const last = syncsOf(open).at(-1);
    if (last?.isLast === true || last?.nextKey === undefined) return syncsOf(open).slice(from);
    open.session.receive(syncFrame({ queue: jid(peer), key: last.nextKey }));
  }
}

const frame = fc.oneof(
  hostileFrames(lawful),
  // Bodies on their own: hardly any random change of a body would leave its envelope intact.
  hostileFrames([bodyOf('mallory', 'ben', 'hello')]).map((body) => chatFrame('ben', body)),
);
const scripts = fc.record({
  isLoggedIn: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
  frames: fc.array(frame, { minLength: 1, maxLength: 6 }),
});

it(
  'whatever a client sends, it throws nothing, costs little, and harms and impersonates nobody',
  async () => {
    const property = fc.asyncProperty(scripts, async ({ isLoggedIn, frames }) => {
      const [ann, ben] = [await enter('ann'), await enter('ben')];
      const hostile = isLoggedIn ? await enter('mallory') : world.open();
      ann.session.receive(chatFrame('mallory', bodyOf('ann', 'mallory', 'for mallory')));
      for (const frame of frames) hostile.session.receive(frame);
      await world.settle();
      const allowed = 4 * bytesOf(frames) + 2_000 * (frames.length + 1);
      expect(bytesOf(hostile.sent)).toBeLessThan(allowed);

      ann.session.receive(chatFrame('ben', bodyOf('ann', 'ben', 'still there')));
      await world.settle();
      const heard = (await take(ben, 'ann')).flatMap(({ metas = [] }) => metas);
      expect(heard.map(textOf)).toEqual(['still there']);
      for (const { from, payload = new Uint8Array() } of (await take(ben, 'mallory')).flatMap(
        ({ metas = [] }) => metas,
      )) {
        expect(from?.name).toBe('mallory');
        expect([undefined, 'mallory']).toContain(readAsDeployed(payload)?.from);
      }
      expect([ann.closed, ben.closed]).toEqual([[], []]);

      for (const { session } of [ann, ben, hostile]) session.end();
      await world.settle();
      // The next run has a fresh rate limit.
      world.clock.advance(BUCKET_MS);
      world.messaging.hub.sweep();
      expect(world.messaging.hub.size).toBe(0);
      world.store.im.messages.length = 0;
    });
    await fc.assert(property, options);
    // All state is released, except the cache of users.
    expect(world.clock.pending).toBe(timers);
  },
  fuzzLimitMs(options, 1_000),
);
