import { getSignedUrl, mailServer, sendCode } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs, media, outbox, replays, sessions, throttles, verificationCodes } from './db/schema/index.js';
import { World } from './testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const counts = () =>
  Promise.all(
    [verificationCodes, throttles, replays, outbox, sessions, media].map(
      async (table) => (await world.db.select().from(table)).length,
    ),
  );

test('what is needed no more is forgotten, hour after hour', async () => {
  const { token } = await world.member();
  await world.call(sendCode, { channel: 'email', account: 'a@example.org', scene: 'register' });
  const mail = { email: 'b@example.org', content: 'http://market.test/', type: 1, client_token: 'token-of-an-attempt' };
  await world.call(mailServer, mail, { headers: { host: 'market.test' } });
  await world.call(getSignedUrl, { type: 'image', filename: 'a.png', size: 10, mime: 'image/png' }, { token });
  await world.parts.idle();
  expect((await counts()).every((count) => count > 0)).toBe(true);

  // Sessions tell for 30 days after their last of seven why they ended.
  for (let days = 0; days < 38; days += 1) {
    world.clock.advance(24 * HOUR);
    await world.parts.idle();
  }
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  const waiting = (await world.db.select().from(jobs)).filter(({ doneAt }) => doneAt === null);
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(['digest', 'housekeeping']);
  expect(waiting.find(({ kind }) => kind === 'housekeeping')?.runAt).toBe(world.clock.now() + HOUR);
});
