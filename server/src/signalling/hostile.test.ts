import { ServerCode } from '@lectern/rtc/protocol';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, WireClient, type TestServer } from '../testing/harness.js';

let test: TestServer;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  test = await startTestServer({ MAX_SOCKETS_PER_ADDRESS: '6', MAX_OWN_CONFERENCES: '3' }, { clock });
});
afterEach(() => test.server.close());

const wsUrl = (): string => `${test.url.replace('http', 'ws')}/rtc/ws`;

describe('a socket', () => {
  it('is let go of after a refused upgrade, though its client never closes it', async () => {
    const socket = connect({ port: Number(new URL(test.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET /nope HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await new Promise((done) => socket.once('end', done).resume());
    // Without the fix the server waits here for the client indefinitely.
    await expect(test.server.close()).resolves.toBeUndefined();
    socket.destroy();
  });

  it('is closed when it floods pings, whose answers would pile up', async () => {
    const { client } = await WireClient.enter(await test.ticket('alice'));
    const closed = client.untilClosed();
    for (let sent = 0; sent < 1_100; sent += 1) {
      // One at a time: the WebSocket library closes a peer that sends thousands at once.
      if (client.socket.readyState !== WebSocket.OPEN) break;
      const pong = new Promise((done) => client.socket.once('pong', done));
      client.socket.ping();
      await Promise.race([pong, closed]);
    }
    expect(await closed).toMatchObject({ code: 1008, reason: 'too many frames' });
  });

  it('is closed when it tries one bad ticket after another', async () => {
    const client = await WireClient.open(wsUrl());
    for (let tries = 0; tries < 9; tries += 1) {
      expect(await client.request({ op: 200, tkt: {} })).toMatchObject({ result: ServerCode.TicketInvalid });
    }
    client.send({ op: 200, tkt: {}, tsxId: 'last' });
    expect(await client.untilClosed()).toMatchObject({ code: 1008 });
  });

  it('pays for long answers, so that asking for lists again and again does not stop the others', async () => {
    const ext = 'x'.repeat(8_000);
    const tickets = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((user) => test.ticket(user)));
    const [first, ...rest] = await Promise.all(tickets.map((ticket) => WireClient.enter(ticket, { ext })));
    for (let asked = 0; asked < 600; asked += 1) first?.client.send({ op: 1000, cver: 0, tsxId: `T${asked}` });
    expect(await first?.client.untilClosed()).toMatchObject({ code: 1008, reason: 'too many frames' });
    expect(await rest[0]?.client.request({ op: 1000, cver: 0 })).toMatchObject({ result: 0 });
  });

  it('is one of a limited number from one address; others may come when it has gone', async () => {
    const ticket = await test.ticket('alice');
    const { client } = await WireClient.enter(ticket);
    const open = await Promise.all(Array.from({ length: 5 }, () => WireClient.open(wsUrl())));
    const refused = await WireClient.open(wsUrl());
    expect(refused.closed?.code).toBe(1006);
    client.close();
    await client.untilClosed();
    await expect.poll(async () => (await WireClient.open(wsUrl())).closed).toBeUndefined();
    for (const each of open) each.close();
  });
});

describe('an account', () => {
  it('has a limited number of conferences of its own', async () => {
    const token = await test.signUp('alice');
    const create = () => test.post('/easemob/rtc/req/ticket', { uid: `${APP_KEY}_alice`, token, password: '' });
    for (let made = 0; made < 3; made += 1) expect((await create()).body.error).toBe(0);
    expect((await create()).body).toMatchObject({ error: ServerCode.NoRights });
    expect((await Promise.all([create(), create()])).map(({ body }) => body.error)).not.toContain(0);
    clock.advance(120_000);
    expect((await create()).body.error).toBe(0);
  });
});
