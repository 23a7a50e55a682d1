import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { byOp } from './frames.js';
import { MediaRelay } from './media-relay.js';
import { throughRelay } from './relay-rule.js';
import { SignallingProxy } from './signalling-proxy.js';

interface Client {
  readonly socket: WebSocket;
  readonly received: string[];
  readonly closes: { readonly code: number; readonly reason: string }[];
}

describe('SignallingProxy', () => {
  let server: Server;
  let serverOrigin: string;
  let serverSockets: WebSocket[];
  let serverReceived: string[];
  let proxy: SignallingProxy;
  const clients: Client[] = [];

  beforeEach(async () => {
    serverSockets = [];
    serverReceived = [];
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ticket: JSON.stringify({ url: `ws://${serverOrigin}/rtc/ws` }) }));
    });
    new WebSocketServer({ server }).on('connection', (socket) => {
      serverSockets.push(socket);
      socket.on('message', (data) => serverReceived.push(String(data as Buffer)));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    serverOrigin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    proxy = await SignallingProxy.start(`http://${serverOrigin}`);
  });

  afterEach(async () => {
    await proxy.close();
    for (const { socket } of clients.splice(0)) socket.terminate();
    for (const socket of serverSockets) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  const connect = async (): Promise<Client> => {
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/rtc/ws?0`);
    const client: Client = { socket, received: [], closes: [] };
    clients.push(client);
    socket.on('message', (data) => client.received.push(String(data as Buffer)));
    socket.on('close', (code, reason) => client.closes.push({ code, reason: reason.toString() }));
    socket.on('error', () => undefined);
    const before = serverSockets.length;
    await once(socket, 'open');
    await expect.poll(() => serverSockets.length).toBe(before + 1);
    await expect.poll(() => proxy.connections.at(-1)?.state).toBe('open');
    return client;
  };

  it('passes frames and closing both ways', async () => {
    const client = await connect();
    client.socket.send('{"op":1}');
    await expect.poll(() => serverReceived).toEqual(['{"op":1}']);
    serverSockets[0]?.send('hello');
    await expect.poll(() => client.received).toEqual(['hello']);
    serverSockets[0]?.close(4001, 'enough');
    await expect.poll(() => client.closes).toEqual([{ code: 4001, reason: 'enough' }]);
    expect(proxy.connections).toEqual([]);
  });

  it('puts its own origin into tickets, and the server sees its own again', async () => {
    const { ticket } = (await (await fetch(`${proxy.url}/easemob/rtc/req/ticket`, { method: 'POST' })).json()) as {
      ticket: string;
    };
    expect(JSON.parse(ticket)).toEqual({ url: `${proxy.url.replace('http', 'ws')}/rtc/ws` });
    const client = await connect();
    client.socket.send(JSON.stringify({ op: 200, tkt: JSON.parse(ticket) as unknown }));
    await expect
      .poll(() => serverReceived)
      .toEqual([JSON.stringify({ op: 200, tkt: { url: `ws://${serverOrigin}/rtc/ws` } })]);
  });

  it('cuts all connections without a close code, or one with it', async () => {
    const [first, second] = [await connect(), await connect()];
    proxy.cut({ code: 1001, reason: 'gone' }, proxy.connections[0]);
    await expect.poll(() => first.closes).toEqual([{ code: 1001, reason: 'gone' }]);
    expect(second.closes).toEqual([]);
    proxy.cut('reset');
    await expect.poll(() => second.closes).toEqual([{ code: 1006, reason: '' }]);
    await expect.poll(() => serverSockets.every((socket) => socket.readyState === WebSocket.CLOSED)).toBe(true);
  });

  it('refuses new connections until it is restored', async () => {
    proxy.refuse();
    const refused = new WebSocket(proxy.url.replace('http', 'ws'));
    expect(await once(refused, 'error').then(([error]) => (error as Error).message)).toMatch(/ECONNRESET|hang up/);
    await expect(fetch(proxy.url)).rejects.toThrow();
    proxy.restore();
    expect((await connect()).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('delays one direction without holding up the other, and keeps the order', async () => {
    const client = await connect();
    proxy.delay({ toServer: 1000 });
    const sentAt = performance.now();
    client.socket.send('a');
    client.socket.send('b');
    serverSockets[0]?.send('at once');
    await expect.poll(() => client.received, { interval: 1 }).toEqual(['at once']);
    expect(serverReceived).toEqual([]);
    await expect.poll(() => serverReceived, { interval: 1 }).toEqual(['a', 'b']);
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(999);
  });

  it('swallows while half open: frames are gone, pings unanswered, the connection stays', async () => {
    const client = await connect();
    proxy.halfOpen();
    let pongs = 0;
    client.socket.on('pong', () => (pongs += 1));
    client.socket.ping();
    client.socket.send('lost');
    serverSockets[0]?.send('lost');
    await expect.poll(() => proxy.swallowed).toBe(3);
    proxy.restore();
    client.socket.send('kept');
    client.socket.ping();
    await expect.poll(() => serverReceived).toEqual(['kept']);
    await expect.poll(() => pongs).toBe(1);
    expect(client.received).toEqual([]);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('stalls: what was sent meanwhile arrives afterwards, in order', async () => {
    const client = await connect();
    proxy.stall('toServer');
    client.socket.send('a');
    client.socket.send('b');
    serverSockets[0]?.send('other way');
    await expect.poll(() => client.received).toEqual(['other way']);
    expect(serverReceived).toEqual([]);
    proxy.restore();
    await expect.poll(() => serverReceived).toEqual(['a', 'b']);
  });

  it('injects, drops, holds and observes', async () => {
    const client = await connect();
    const dropped = proxy.drop(byOp(300, 'toClient'));
    const held = proxy.hold(byOp(106));
    const seen = proxy.observe(byOp(105));
    for (const op of [300, 105, 106]) serverSockets[0]?.send(JSON.stringify({ op }));
    await expect.poll(() => held.frames.length).toBe(1);
    await expect.poll(() => client.received).toEqual(['{"op":105}']);
    proxy.inject('toClient', '[]garbage');
    await expect.poll(() => client.received).toEqual(['{"op":105}', '[]garbage']);
    held.release();
    await expect.poll(() => client.received.at(-1)).toBe('{"op":106}');
    dropped.remove();
    serverSockets[0]?.send('{"op":300}');
    await expect.poll(() => client.received.at(-1)).toBe('{"op":300}');
    expect([dropped.frames.length, seen.frames.length]).toEqual([1, 1]);
  });

  it('leads media through a relay: the relay’s port in answers, no candidates of the client', async () => {
    const relay = new MediaRelay();
    proxy.rewrite(throughRelay(relay));
    const client = await connect();
    const candidate = 'candidate:1 1 udp 1 127.0.0.1 40000 typ host';
    const sdp = JSON.stringify({ type: 'OFFER', sdp: `v=0\r\na=${candidate}\r\n` });
    client.socket.send(JSON.stringify({ op: 102, sdp }));
    client.socket.send(JSON.stringify({ op: 105, cands: [JSON.stringify({ candidate })] }));
    await expect.poll(() => serverReceived.length).toBe(2);
    expect(serverReceived.join('')).not.toContain('40000');

    serverSockets[0]?.send(JSON.stringify({ op: 106, sdp, cands: [JSON.stringify({ candidate, mid: '0' })] }));
    await expect.poll(() => client.received.length).toBe(1);
    const { port } = await relay.relayFor({ address: '127.0.0.1', port: 40000 });
    expect(client.received[0]?.split(`127.0.0.1 ${port} typ`).length).toBe(3);
    await relay.close();
  });
});
