import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { closeAfterUnreadBodies, LINGER_BYTES, LINGER_MS } from './unread-bodies.js';

const LIMIT_BYTES = 1_024;
const TYPES: Readonly<Record<string, string>> = { '/': 'application/json', '/raw': 'application/octet-stream' };

let app: FastifyInstance;
let clock: FakeClock;
let origin: string;
let client: Socket | undefined;
/** The server's ends of connections. */
let sockets: Socket[];

beforeEach(async () => {
  clock = new FakeClock();
  sockets = [];
  app = fastify({ bodyLimit: LIMIT_BYTES });
  closeAfterUnreadBodies(app, clock);
  app.server.on('connection', (socket) => sockets.push(socket));
  app.post('/', async () => ({ taken: true }));
  // The framework leaves such bodies to the handler, whatever their size.
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  app.post('/raw', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(413, { 'content-type': 'text/plain' }).end('too large');
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  client?.destroy();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A client that announces a long body, and sends its beginning. */
async function begin(path: string, length: number): Promise<{ readonly socket: Socket; readonly heard: () => string }> {
  const { port } = app.server.address() as AddressInfo;
  // Continues to send after the server has half-closed the connection.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client = socket;
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const type = `content-type: ${TYPES[path]}`;
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: ${length}\r\n\r\n[1`);
  return { socket, heard: () => heard };
}

test.each([
  ['by the framework', '/'],
  ['by whoever took the request over', '/raw'],
])('a body that is too large is answered %s, and the connection closed', async (_title, path) => {
  const { socket, heard } = await begin(path, 50_000_000);
  await once(socket, 'end');
  expect(heard()).toMatch(/^HTTP\/1\.1 413 /);
  expect(heard().toLowerCase()).toContain('\r\nconnection: close\r\n');
});

test('clients that send before they read get the answer', async () => {
  for (const path of ['/', '/raw']) {
    const headers = { 'content-type': TYPES[path] ?? '' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: '1'.repeat(4_000_000) });
    expect([answer.status, (await answer.text()).includes('large')]).toEqual([413, true]);
  }
});

test('the rest of a body is not waited for', async () => {
  const { socket } = await begin('/', 50_000_000);
  await once(socket, 'end');
  const [there] = sockets;
  expect(there?.destroyed).toBe(false);
  clock.advance(LINGER_MS);
  expect(there?.destroyed).toBe(true);
  await expect.poll(() => clock.pending).toBe(0);
});

test('no more than some megabytes of it are read', async () => {
  const { socket } = await begin('/', 4 * LINGER_BYTES);
  await once(socket, 'end');
  const [there] = sockets;
  const part = Buffer.alloc(1024 * 1024, '1');
  for (let sent = 0; sent <= LINGER_BYTES; sent += part.length) socket.write(part);
  await expect.poll(() => there?.bytesRead).toBeGreaterThan(LINGER_BYTES);
  clock.advance(100);
  expect(there?.destroyed).toBe(true);
});

test('a body that has arrived leaves the connection open for the next request', async () => {
  const { socket, heard } = await begin('/', 3);
  socket.write(']');
  await expect.poll(heard).toContain('{"taken":true}');
  expect(heard().toLowerCase()).not.toContain('connection: close');
  expect(clock.pending).toBe(0);
});
