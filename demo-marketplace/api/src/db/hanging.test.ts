import { FailureReason, getMemberInfo, getPublicInfo, saveSettings } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { StallingProxy } from '@lectern/kit/testing';
import { World } from '../testing/world.js';

/** Long enough for a busy machine to open all connections of the pool. */
const databaseTimeouts = { checkoutMs: 1_500, queryMs: 2_000 };
/** More calls than the pool has connections. */
const CALLS = 14;

let proxy: StallingProxy;
let world: World;
beforeAll(async () => {
  proxy = await StallingProxy.open(inject('postgresUrl'));
  world = await World.start({ databaseUrl: proxy.url, databaseTimeouts });
});
afterAll(async () => {
  proxy.resume();
  await world.close();
  await proxy.close();
});

test('calls at a database that hangs are answered with 503 in time, and served again once it goes on', async () => {
  const { token, member } = await world.member();
  const call = (url: string, payload: object) =>
    world.app.inject({ method: 'POST', url, payload, headers: { authorization: token, 'accept-language': 'en' } });
  const read = () => call(getPublicInfo.path, { id: member.id });
  const write = () => call(saveSettings.path, { locale: 'en' });
  const info = async (): Promise<unknown> => (await world.call(getMemberInfo, {}, { token })).data;
  const before = await info();
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const askForPiece = () =>
    fetch(`${origin}/upload/pieces/${randomUUID()}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });

  proxy.stall();
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: CALLS }, (_, index) => (index % 2 ? write() : read())));
  expect(performance.now() - started).toBeLessThan(3 * (databaseTimeouts.checkoutMs + databaseTimeouts.queryMs));
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toEqual({
      code: 0,
      msg: 'The service is not available right now. Try again in a moment.',
      data: { reason: FailureReason.Unavailable, retry_after: 2 },
    });
  }
  expect((await askForPiece()).status).toBe(503);
  await expect(world.parts.checkDatabase()).rejects.toThrow();

  proxy.resume();
  expect(await info()).toEqual(before);
  const again = await Promise.all(Array.from({ length: CALLS }, read));
  expect(again.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: CALLS }, () => 200));
  await world.parts.checkDatabase();
  expect((await askForPiece()).status).toBe(404);
});
