import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PinnedTunnel } from './pinned-tunnel.js';

let target: Server;
let tunnel: PinnedTunnel;
let port: number;

beforeEach(async () => {
  target = createServer((socket) => socket.on('data', (data) => socket.end(`echo ${String(data)}`)));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  ({ port } = target.address() as AddressInfo);
  tunnel = await PinnedTunnel.open({ host: 'live.invalid', port, address: '127.0.0.1' });
});

afterEach(async () => {
  tunnel.close();
  await new Promise((resolve) => target.close(resolve));
});

/** All data that the tunnel sends until it closes. */
const exchange = (...requests: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(tunnel.proxyUrl).port), '127.0.0.1');
    for (const request of requests) socket.write(request);
    socket.on('data', (data) => (answer += String(data)));
    // A reset is a way of closing, too.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });

it('connects the name to the address that was checked, without resolving it', async () => {
  const answer = await exchange(`CONNECT live.invalid:${port} HTTP/1.1\r\n`, 'Host: x\r\n\r\nhello');
  expect(answer).toBe('HTTP/1.1 200 Connection established\r\n\r\necho hello');
});

it.each([
  ['another host', () => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`],
  ['another port', () => 'CONNECT live.invalid:22 HTTP/1.1\r\n\r\n'],
  ['a name that only begins like it', () => `CONNECT live.invalid:${port}0 HTTP/1.1\r\n\r\n`],
  ['another method', () => `GET http://live.invalid:${port}/ HTTP/1.1\r\n\r\n`],
  ['an endless request', () => 'x'.repeat(5_000)],
])('refuses %s', async (_what, request) => {
  expect(await exchange(request())).toBe('HTTP/1.1 403 Forbidden\r\n\r\n');
});

it('says so when the address cannot be reached', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const closed = (silent.address() as AddressInfo).port;
  await new Promise((resolve) => silent.close(resolve));
  tunnel.close();
  tunnel = await PinnedTunnel.open({ host: 'live.invalid', port: closed, address: '127.0.0.1' });
  expect(await exchange(`CONNECT live.invalid:${closed} HTTP/1.1\r\n\r\n`)).toBe('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});

it('closes its connections with itself', async () => {
  const answer = exchange('CONNECT ');
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(tunnel.proxyUrl).port), '127.0.0.1', () => resolve());
    socket.on('error', () => undefined);
  });
  tunnel.close();
  expect(await answer).toBe('');
});
