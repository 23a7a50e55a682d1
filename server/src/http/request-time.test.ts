import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { LEAST_BYTES, limitRequestTime, REQUEST_TIMEOUT_MS, SILENCE_TIMEOUT_MS } from './request-time.js';

const LONG_MS = 4 * SILENCE_TIMEOUT_MS;

let app: FastifyInstance;
let clock: FakeClock;
let client: Socket;
let heard: string;
/** Number of bytes sent. */
let sent: number;
/** The server's end of the connection. */
let there: Promise<Socket>;

beforeEach(async () => {
  clock = new FakeClock();
  app = fastify({ bodyLimit: 10 * LEAST_BYTES });
  limitRequestTime(app, clock, LONG_MS);
  there = new Promise((resolve) => {
    app.addHook('onRequest', async ({ raw }) => resolve(raw.socket));
  });
  app.post('/short', async ({ body }) => `took ${JSON.stringify(body)}`);
  app.post('/long', { config: { longBody: true } }, async ({ body }) => `took ${JSON.stringify(body)}`);
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  heard = '';
  sent = 0;
  client.on('data', (chunk) => (heard += chunk.toString()));
  client.on('error', () => undefined);
});
afterEach(async () => {
  client.destroy();
  await app.close();
});

/** Sends a text; resolves when the server has read it. */
async function more(text: string): Promise<void> {
  sent += text.length;
  client.write(text);
  const socket = await there;
  await expect.poll(() => socket.bytesRead).toBe(sent);
}

const begin = (path: string, length = 9): Promise<void> =>
  more(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n[1`);

test('a body that is not there in time is answered with 408, and the connection is over', async () => {
  await begin('/short');
  clock.advance(REQUEST_TIMEOUT_MS - 1);
  await more(',2,3');
  clock.advance(1);
  await once(client, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
});

/** Data that a slow line delivers between two checks. */
const trickle = ' '.repeat(LEAST_BYTES);

test('a long one may take much longer, as long as it comes fast enough', async () => {
  const pieces = [',2', `,3${trickle}`, `,4${trickle}`];
  await begin('/long', pieces.join('').length + 3);
  for (const piece of pieces) {
    await more(piece);
    clock.advance(SILENCE_TIMEOUT_MS);
  }
  client.write(']');
  await expect.poll(() => heard).toContain('took [1,2,3,4]');
});

test('a long one that stops coming is over', async () => {
  await begin('/long');
  clock.advance(SILENCE_TIMEOUT_MS);
  clock.advance(SILENCE_TIMEOUT_MS);
  await once(client, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
});

test('a long one that comes byte by byte is over after a grace', async () => {
  await begin('/long', 2 * LEAST_BYTES);
  await more(' ');
  clock.advance(SILENCE_TIMEOUT_MS);
  expect(heard).toBe('');
  await more(trickle.slice(1));
  clock.advance(SILENCE_TIMEOUT_MS);
  await once(client, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
});

test('a long one that always comes has an end, too', async () => {
  await begin('/long', 9 * LEAST_BYTES);
  for (let at = SILENCE_TIMEOUT_MS; at < LONG_MS; at += SILENCE_TIMEOUT_MS) {
    await more(trickle);
    clock.advance(SILENCE_TIMEOUT_MS);
  }
  expect(heard).toBe('');
  await more(trickle);
  clock.advance(SILENCE_TIMEOUT_MS);
  await once(client, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that came in time leaves nothing that would cut the connection later', async () => {
  await begin('/short');
  client.write(',2,3,4]');
  await expect.poll(() => heard).toContain('took [1,2,3,4]');
  expect(clock.pending).toBe(0);
  clock.advance(LONG_MS);
  heard = '';
  client.write('POST /short HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 3\r\n\r\n[5]');
  await expect.poll(() => heard).toContain('took [5]');
});
