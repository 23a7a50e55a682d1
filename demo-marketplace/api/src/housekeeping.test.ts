import { getSignedUrl, mailServer, sendCode } from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
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

  // A session ends after 7 days, and its end reason is kept for 30 more.
  for (let days = 0; days < 38; days += 1) {
    world.clock.advance(24 * HOUR);
    await world.parts.idle();
  }
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  const waiting = (await world.db.select().from(jobs)).filter(({ doneAt }) => doneAt === null);
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(['digest', 'housekeeping', 'upload-expiry']);
  expect(waiting.find(({ kind }) => kind === 'housekeeping')?.runAt).toBe(world.clock.now() + HOUR);
});

test('money that waits for a failed job is seen to also while the storage is away', async () => {
  const s3 = { endpoint: 'http://127.0.0.1:9', region: 'x', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' };
  const other = await World.start({ s3 });
  const { token } = await other.member();
  // An upload form that was never used, whose key is deleted from the storage.
  await other.call(getSignedUrl, { type: 'image', filename: 'a.png', size: 10, mime: 'image/png' }, { token });
  other.clock.advance(8 * 24 * HOUR);
  await other.parts.idle();
  const payload = { orderNo: '000000000000000000' };
  await other.db.insert(jobs).values({ kind: 'order-settle', payload, runAt: 1, attempts: 10, failedAt: 2 });
  other.clock.advance(HOUR);
  await other.parts.idle();
  const stuck = and(eq(jobs.kind, 'order-settle'), isNull(jobs.doneAt));
  expect(await other.db.$count(jobs, stuck)).toBe(0);
  expect(await other.db.$count(media)).toBe(1);
  expect(await other.db.$count(jobs, and(eq(jobs.kind, 'housekeeping'), isNull(jobs.doneAt)))).toBe(1);
  await other.close();
});
