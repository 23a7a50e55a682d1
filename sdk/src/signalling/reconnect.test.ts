import { describe, expect, it, vi } from 'vitest';
import { Op, type WireTicket } from '../protocol/index.js';
import { FakePlatform } from '../testing/index.js';
import { SignallingConnection } from './connection.js';
import { AttemptCounter } from './url.js';

const ticket: WireTicket = {
  url: '/rtc/ws?a=1',
  confrId: 'LC1',
  memName: 'lectern#demo_alice',
  tktId: 'T1',
  type: 'CONFR',
  timestamp: 1795,
};

async function setUp() {
  const platform = new FakePlatform();
  const { clock, server, sockets, network } = platform;
  const connection = new SignallingConnection({ platform, counter: new AttemptCounter() });
  const log: string[] = [];
  const closed = vi.fn();
  connection.on('state', (state) => log.push(state));
  connection.on('closed', closed);
  await connection.enter({ ticket, nickName: 'Alice', ext: { k: 1 } });
  await clock.advance(100);
  log.length = 0;
  return { connection, clock, server, sockets, network, log, closed };
}

describe('a lost socket', () => {
  it.each([1000, 1001, 1006, 4000])(
    'closed with %i is replaced within a second, with the old session',
    async (code) => {
      const { connection, clock, server, sockets, log } = await setUp();
      const first = server.messages(Op.Enter)[0];
      const entered = vi.fn();
      connection.on('entered', entered);
      sockets.latest.serverClose(code);
      expect(connection.state).toBe('reconnecting');
      await clock.advance(500);
      expect(log).toEqual(['reconnecting', 'entering', 'connected']);
      expect(sockets.all.map(({ url }) => url)).toEqual([
        'wss://page.example/rtc/ws?a=1&0',
        'wss://page.example/rtc/ws?a=1&1',
      ]);
      const again = server.messages(Op.Enter)[1];
      expect(again).toEqual({ ...first, sessId: 'S1', tsxId: again?.tsxId });
      expect(again?.tsxId).not.toBe(first?.tsxId);
      expect(entered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessId: 'S1' }), true);
    },
  );

  it('is noticed by the check each second when nobody says so', async () => {
    const { connection, clock, sockets } = await setUp();
    sockets.latest.readyState = 3;
    await clock.advance(899);
    expect(connection.state).toBe('connected');
    await clock.advance(1);
    expect(connection.state).toBe('reconnecting');
  });

  it('takes a new session from the answer', async () => {
    const { connection, clock, server, sockets } = await setUp();
    server.enterResponse = { ...server.enterResponse, sessId: 'S2', cver: 5 };
    sockets.latest.serverClose();
    await clock.advance(600);
    await connection.request({ op: Op.StreamControl });
    expect(server.messages(Op.StreamControl)[0]).toMatchObject({ sessId: 'S2' });
  });

  it('is tried for 13 times, 3 s apart; then -95270 and exit reason 4', async () => {
    const { connection, clock, sockets, closed, log, network } = await setUp();
    sockets.behaviour = 'refuse';
    sockets.latest.serverClose();
    await clock.advance(500);
    expect(sockets.all).toHaveLength(2);
    for (let attempt = 2; attempt <= 13; attempt++) {
      await clock.advance(3_000);
      expect(sockets.all).toHaveLength(1 + attempt);
    }
    expect(connection.state).toBe('closed');
    expect(log).toEqual(['reconnecting', 'closed']);
    expect(closed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ exitReason: 4, code: -95270 }));
    expect(clock.pendingTimers).toBe(0);
    expect(network.listenerCount).toBe(0);
  });

  it('gets 13 new attempts after each success', async () => {
    const { connection, clock, sockets } = await setUp();
    for (let round = 0; round < 3; round++) {
      sockets.behaviour = 'refuse';
      sockets.latest.serverClose();
      await clock.advance(30_000);
      expect(connection.state).toBe('reconnecting');
      sockets.behaviour = 'accept';
      await clock.advance(3_000);
      expect(connection.state).toBe('connected');
    }
  });

  it('is tried again when the re-enter is not answered within 20 s', async () => {
    const { connection, clock, server, sockets, closed } = await setUp();
    server.on(Op.Enter, () => undefined);
    sockets.latest.serverClose();
    await clock.advance(20_500);
    server.off(Op.Enter);
    await clock.advance(3_000);
    expect(connection.state).toBe('connected');
    expect(closed).not.toHaveBeenCalled();
  });

  it('ends the session when the re-enter is refused', async () => {
    const { connection, clock, server, sockets, closed } = await setUp();
    server.on(Op.Enter, () => ({ result: -502, msg: 'expired' }));
    sockets.latest.serverClose();
    await clock.advance(500);
    expect(connection.state).toBe('closed');
    expect(closed).toHaveBeenCalledExactlyOnceWith({ exitReason: 4, code: -502, message: 'expired' });
  });

  it('says nothing any more, whatever comes from it', async () => {
    const { connection, clock, sockets } = await setUp();
    const old = sockets.latest;
    const message = vi.fn();
    connection.on('message', message);
    old.readyState = 2;
    await clock.advance(1_600);
    expect(connection.state).toBe('connected');
    old.onmessage?.({ data: '{"op":300,"sessId":"S1"}' });
    old.onclose?.({ code: 1006, reason: '' });
    expect(message).not.toHaveBeenCalled();
    expect(connection.state).toBe('connected');
  });
});

describe('requests over a loss', () => {
  it('are repeated in order with the same tsxId where that is safe, and reject at once where it is not', async () => {
    const { connection, clock, server, sockets } = await setUp();
    for (const op of [205, 400, 102, 107, 1002]) server.on(op, () => undefined);
    const repeated = [205, 400, 107].map((op) => connection.request({ op }));
    const rejected = [102, 1002].map((op) => connection.request({ op }).catch((error: unknown) => error));
    await clock.advance(10);
    const sent = server.received.slice(-5);
    sockets.latest.serverClose();
    for (const error of await Promise.all(rejected)) expect(error).toMatchObject({ reason: 'network', code: -9527 });
    const queued = connection.request({ op: 102 });
    for (const op of [205, 400, 102, 107]) server.off(op);
    await clock.advance(600);
    await Promise.all([...repeated, queued]);
    const again = server.received.slice(-4);
    expect(again.map(({ op }) => op)).toEqual([205, 400, 107, 102]);
    expect(again.slice(0, 3).map(({ tsxId }) => tsxId)).toEqual(
      [205, 400, 107].map((op) => sent.find((message) => message.op === op)?.tsxId),
    );
  });

  it('still time out with -408', async () => {
    const { connection, clock, sockets } = await setUp();
    sockets.behaviour = 'hang';
    sockets.latest.serverClose();
    const call = connection.request({ op: Op.StreamControl }).catch((error: unknown) => error);
    await clock.advance(15_000);
    expect(await call).toMatchObject({ code: -408 });
  });

  it('wait 100 ms after each re-enter', async () => {
    const { connection, clock, server, sockets } = await setUp();
    sockets.latest.serverClose();
    const call = connection.request({ op: Op.StreamControl });
    const stop = connection.on('entered', () => {
      stop();
      expect(server.messages(Op.StreamControl)).toHaveLength(0);
    });
    while (connection.state !== 'connected') await clock.advance(1);
    await clock.advance(98);
    expect(server.messages(Op.StreamControl)).toHaveLength(0);
    await clock.advance(2);
    await expect(call).resolves.toMatchObject({ result: 0 });
  });
});

describe('the browser going offline', () => {
  it('closes the socket with 1000 and waits, then starts at once when it is back', async () => {
    const { connection, clock, server, sockets, network, log } = await setUp();
    server.on(Op.StreamControl, () => undefined);
    const call = connection.request({ op: Op.StreamControl });
    await clock.advance(1);
    network.set(false);
    expect(connection.state).toBe('offline');
    expect(sockets.latest.closedByClient).toEqual({ code: 1000 });
    await clock.advance(10_000);
    expect(sockets.all).toHaveLength(1);
    server.off(Op.StreamControl);
    network.set(true);
    expect(sockets.all).toHaveLength(2);
    await clock.advance(100);
    expect(log).toEqual(['offline', 'reconnecting', 'entering', 'connected']);
    await expect(call).resolves.toMatchObject({ result: 0 });
  });

  it('starts a new round of 13 at once when it comes back in the middle of one', async () => {
    const { connection, clock, sockets, network } = await setUp();
    sockets.behaviour = 'refuse';
    sockets.latest.serverClose();
    await clock.advance(35_000);
    const before = sockets.all.length;
    network.set(false);
    network.set(true);
    expect(sockets.all).toHaveLength(before + 1);
    await clock.advance(12 * 3_000 - 1);
    expect(connection.state).toBe('reconnecting');
    await clock.advance(1);
    expect(sockets.all).toHaveLength(before + 13);
    expect(connection.state).toBe('closed');
  });

  it('while entering for the first time does not stop the 20 s', async () => {
    const platform = new FakePlatform();
    const connection = new SignallingConnection({ platform, counter: new AttemptCounter() });
    const call = connection.enter({ ticket }).catch((error: unknown) => error);
    platform.network.set(false);
    await platform.clock.advance(20_000);
    expect(await call).toMatchObject({ code: -9527 });
    expect(platform.clock.pendingTimers).toBe(0);
  });
});

describe('another policy', () => {
  it('decides when, and when to give up', async () => {
    const platform = new FakePlatform();
    const contexts: unknown[] = [];
    const policy = {
      nextDelayMs: (context: { attempt: number; elapsedMs: number }) => {
        contexts.push(context);
        return context.attempt > 2 ? undefined : 10;
      },
    };
    const connection = new SignallingConnection({ platform, counter: new AttemptCounter(), policy });
    await connection.enter({ ticket });
    platform.sockets.behaviour = 'refuse';
    platform.sockets.latest.serverClose();
    await platform.clock.advance(20);
    expect(contexts).toEqual([
      { attempt: 1, elapsedMs: 0 },
      { attempt: 2, elapsedMs: 10 },
      { attempt: 3, elapsedMs: 20 },
    ]);
    expect(connection.state).toBe('closed');
  });
});
