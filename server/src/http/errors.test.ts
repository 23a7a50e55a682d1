import fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics.js';
import { handleErrors } from './errors.js';

test('a request that its client gave up is not called a lack of database', async () => {
  let written = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  const app = fastify({ logger: { stream } });
  handleErrors(app, createMetrics());
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const isHere = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[1');
  await isHere;
  client.destroy();
  await expect.poll(() => written).toContain('a request ended when its client left');
  expect(written).not.toContain('database');
  await app.close();
});
