import { FailureReason, mailServer, ResultCode } from '@lectern/marketplace-contract';
import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const send = (client_token: string) =>
  world.app.inject({
    method: 'POST',
    url: mailServer.path,
    headers: { host: 'market.test' },
    payload: { email: 'b@example.org', content: 'http://market.test/', type: 1, client_token },
  });

test('a failure of ours is HTTP 500 with the same envelope, and no answer to whoever tries again', async () => {
  await world.db.execute(sql`ALTER TABLE outbox ADD CONSTRAINT broken CHECK (false) NOT VALID`);
  const failed = await send('token-of-an-attempt');
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toEqual({
    code: ResultCode.Failed,
    msg: expect.stringMatching(/./),
    data: { reason: FailureReason.Internal },
  });
  await world.db.execute(sql`ALTER TABLE outbox DROP CONSTRAINT broken`);
  const again = await send('token-of-an-attempt');
  expect([again.statusCode, again.json<{ code: number }>().code]).toEqual([200, ResultCode.Ok]);
  expect(await world.inbox('b@example.org')).toHaveLength(1);
});

test('a refusal is HTTP 200', async () => {
  const refused = await world.app.inject({ method: 'POST', url: mailServer.path, payload: {} });
  expect([refused.statusCode, refused.json<{ code: number }>().code]).toEqual([200, ResultCode.Invalid]);
});

test('a call whose caller leaves while it is being read is not called a lack of the database', async () => {
  let written = '';
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  const logged = await World.start({}, log);
  await logged.app.listen({ host: '127.0.0.1', port: 0 });
  const isHere = new Promise<void>((resolve) => logged.app.server.once('request', () => resolve()));
  const caller = connect((logged.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(caller, 'connect');
  const head = 'host: market.test\r\ncontent-type: application/json\r\ncontent-length: 9';
  caller.write(`POST ${mailServer.path} HTTP/1.1\r\n${head}\r\n\r\n{"`);
  await isHere;
  caller.destroy();
  await expect.poll(() => written).toContain('an action ended when its caller left');
  expect(written).not.toContain('database');
  await logged.close();
});
