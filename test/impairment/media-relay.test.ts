import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { stripCandidates } from './candidates.js';
import { MediaRelay } from './media-relay.js';
import { bindUdp, closeUdp } from './udp.js';

const HOST = '127.0.0.1';

describe('MediaRelay', () => {
  let server: Socket;
  let client: Socket;
  let relay: MediaRelay;

  beforeEach(async () => {
    server = await bindUdp(HOST);
    client = await bindUdp(HOST);
    relay = new MediaRelay({ seed: 5 });
  });

  afterEach(async () => {
    await Promise.all([relay.close(), closeUdp(server), closeUdp(client)]);
  });

  const serverCandidate = (): string => `a=candidate:1 1 udp 2130706431 ${HOST} ${server.address().port} typ host`;

  /** The relay's port, read out of the candidate that a client would be given. */
  const relayedPort = async (): Promise<number> =>
    Number((await relay.rewriteCandidate(serverCandidate())).split(' ')[5]);

  const receive = async (socket: Socket): Promise<{ text: string; port: number }> => {
    const [packet, from] = (await once(socket, 'message')) as [Buffer, { port: number }];
    return { text: packet.toString(), port: from.port };
  };

  it('carries packets both ways, and the server sees only the relay', async () => {
    const port = await relayedPort();
    client.send('ping', port, HOST);
    const ping = await receive(server);
    expect(ping.text).toBe('ping');
    expect(ping.port).not.toBe(client.address().port);

    server.send('pong', ping.port, HOST);
    expect(await receive(client)).toEqual({ text: 'pong', port });
    expect(relay.counts).toMatchObject({ up: { forwarded: 1 }, down: { forwarded: 1 } });
  });

  it('gives one port per server endpoint, in SDP and in candidates alike', async () => {
    const port = await relayedPort();
    const sdp = ['v=0', 'm=video 9 X 96', serverCandidate(), 'a=candidate:2 1 tcp 1 127.0.0.1 9 typ host', ''].join(
      '\r\n',
    );
    const rewritten = await relay.rewriteSdp(sdp);
    expect(rewritten).toContain(`${HOST} ${port} typ host`);
    expect(rewritten).toContain('tcp 1 127.0.0.1 9');
    expect(stripCandidates(rewritten)).toBe('v=0\r\nm=video 9 X 96\r\n');
  });

  it('keeps two clients of one endpoint apart', async () => {
    const port = await relayedPort();
    const other = await bindUdp(HOST);
    client.send('first', port, HOST);
    const first = await receive(server);
    other.send('second', port, HOST);
    const second = await receive(server);
    server.send('to second', second.port, HOST);
    expect((await receive(other)).text).toBe('to second');
    server.send('to first', first.port, HOST);
    expect((await receive(client)).text).toBe('to first');
    await closeUdp(other);
  });

  it('lets go of ports that serve nobody any more', async () => {
    const frugal = new MediaRelay({ idleMs: 100 });
    await frugal.relayFor({ address: HOST, port: server.address().port });
    expect(frugal.openPorts).toBe(1);
    await eventually(
      'the port being closed',
      () => frugal.openPorts,
      (count) => count === 0,
    );
    await frugal.close();
  });

  it('delays', async () => {
    relay.impair({ up: { delayMs: 60 } });
    const port = await relayedPort();
    const sentAt = performance.now();
    client.send('late', port, HOST);
    await receive(server);
    // A timer may fire up to a millisecond early.
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(59);
  });

  it('loses everything in an outage and recovers after it', async () => {
    const port = await relayedPort();
    const received: string[] = [];
    server.on('message', (packet) => received.push(packet.toString()));
    relay.startOutage();
    client.send('lost', port, HOST);
    await expect.poll(() => relay.counts.up.lost.outage).toBe(1);
    relay.endOutage();
    client.send('found', port, HOST);
    await expect.poll(() => received).toEqual(['found']);
  });

  it('spares clients of an address in an outage, both ways', async () => {
    const port = await relayedPort();
    const spared = await bindUdp('127.0.0.2');
    relay.startOutage('127.0.0.2');
    client.send('lost', port, HOST);
    await expect.poll(() => relay.counts.up.lost.outage).toBe(1);
    spared.send('ping', port, HOST);
    const ping = await receive(server);
    expect(ping.text).toBe('ping');
    server.send('pong', ping.port, HOST);
    expect(await receive(spared)).toEqual({ text: 'pong', port });
    await closeUdp(spared);
  });
});
