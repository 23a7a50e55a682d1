import { describe, expect, it, vi } from 'vitest';
import { Op, type WireMessage } from '../protocol/index.js';
import { SignallingScenario, silenced, TICKET } from '../testing/signalling.js';

describe('entering', () => {
  it('sends op 200 with the whole ticket and what this client is, and returns the answer', async () => {
    const { enter, server, platform, log, connection } = new SignallingScenario();
    const entered = await enter({ nickName: 'Alice', ext: { k: 1 }, resource: 'web' });
    expect(entered).toMatchObject({ sessId: 'S1', memId: 'MEM_1', role: 7, cver: 1, mems: [], streams: [] });
    expect(platform.sockets.latest.url).toBe('wss://h.example/rtc/ws?0');
    const { tsxId, ...message } = server.received[0] as WireMessage;
    expect(tsxId).toMatch(/^MSG\d+-\d+$/);
    expect(message).toEqual({
      op: 200,
      tkt: TICKET,
      nickName: 'Alice',
      resource: 'web',
      ext: '{"k":1}',
      res: {
        type: 'WEB',
        ver: '0.1.0',
        agent: 'Fake/1.0',
        ops: [100230, 100231, 100232, 100204, 100205, 100206, 1003, 1004],
        caps: ['fast', 'rebuild', 'speakers', 'messages'],
        vcodes: ['VP8', 'H264'],
      },
    });
    expect(log).toEqual(['connecting', 'entering', 'connected']);
    connection.close();
  });

  it('sends ext "{}" where there is none, and refuses one that is no JSON', async () => {
    const { enter, server, connection, clock } = new SignallingScenario();
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    await expect(enter({ ext: loop })).rejects.toMatchObject({ reason: 'invalid-argument' });
    expect(connection.state).toBe('idle');
    await enter();
    expect(server.received[0]?.ext).toBe('{}');
    connection.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is done once', async () => {
    const { enter } = await SignallingScenario.entered();
    await expect(enter()).rejects.toMatchObject({ reason: 'invalid-state' });
  });

  it('fails with -9527 after 20 s without an answer and ends with exit reason 4', async () => {
    const { enter, server, clock, closed, connection } = new SignallingScenario();
    server.on(Op.Enter, () => undefined);
    const call = silenced(enter());
    await clock.advance(19_999);
    expect(connection.state).toBe('entering');
    await clock.advance(1);
    await expect(call).rejects.toMatchObject({ reason: 'timeout', code: -9527 });
    expect(closed).toEqual([expect.objectContaining({ exitReason: 4, code: -9527 })]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('tries again 3 s apart while the server can not be reached, for 20 s', async () => {
    const { enter, platform, clock } = new SignallingScenario();
    platform.sockets.behaviour = 'refuse';
    const call = silenced(enter());
    await clock.advance(500);
    const early = platform.sockets.all.length;
    await clock.advance(6_000);
    expect(platform.sockets.all.length - early).toBe(2);
    platform.sockets.behaviour = 'accept';
    await clock.advance(3_000);
    await expect(call).resolves.toMatchObject({ sessId: 'S1' });
  });

  it('gives a handshake that hangs up after 10 s and tries again', async () => {
    const { enter, platform, clock } = new SignallingScenario();
    platform.sockets.behaviour = 'hang';
    const call = enter();
    await clock.advance(9_999);
    expect(platform.sockets.all).toHaveLength(1);
    platform.sockets.behaviour = 'accept';
    await clock.advance(501);
    await call;
    expect(platform.sockets.all[0]?.readyState).toBeGreaterThanOrEqual(2);
    expect(platform.sockets.open).toHaveLength(1);
  });

  it.each([
    [-9527, 4],
    [-95270, 4],
    [-500, 4],
    [-502, 4],
    [-504, 4],
    [-508, 4],
    [-510, 4],
    [-506, 11],
    [-501, 2],
    [-100, 2],
    [1, 2],
  ])('refused with %i ends with exit reason %i', async (result, exitReason) => {
    const { enter, server, clock, closed, connection } = new SignallingScenario();
    const failed = vi.fn();
    connection.on('responseFailed', failed);
    server.on(Op.Enter, () => ({ result, msg: 'no' }));
    await expect(enter()).rejects.toMatchObject({ reason: 'refused', code: result, message: 'no' });
    expect(closed).toEqual([{ exitReason, code: result, message: 'no' }]);
    expect(failed).toHaveBeenCalledOnce();
    expect(connection.state).toBe('closed');
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([[{ result: 0 }], [{ result: 0, sessId: 'S1' }], [{ result: null, sessId: 'S1', memId: 'M' }], [{}]])(
    'takes %o for a failure',
    async (answer) => {
      const { enter, server, closed } = new SignallingScenario();
      server.on(Op.Enter, () => answer);
      await expect(enter()).rejects.toMatchObject({ code: -9527 });
      expect(closed).toEqual([expect.objectContaining({ exitReason: 4, code: -9527 })]);
    },
  );

  it('takes result "0" and missing lists of old servers', async () => {
    const { enter, server } = new SignallingScenario();
    server.on(Op.Enter, () => ({ result: '0', sessId: 'S1', memId: 'M' }));
    expect(await enter()).toMatchObject({ mems: [], streams: [], vcodes: [], cver: 0, role: 1 });
  });

  it('is aborted by its signal, which means nothing afterwards', async () => {
    const { enter, server, clock, connection, closed } = new SignallingScenario();
    server.on(Op.Enter, () => undefined);
    const controller = new AbortController();
    const call = silenced(enter({ signal: controller.signal }));
    await clock.advance(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted' });
    expect(connection.state).toBe('closed');
    expect(closed).toEqual([]);
    expect(clock.pendingTimers).toBe(0);

    const other = new SignallingScenario();
    const late = new AbortController();
    await other.enter({ signal: late.signal });
    late.abort();
    expect(other.connection.state).toBe('connected');
    await expect(new SignallingScenario().enter({ signal: late.signal })).rejects.toMatchObject({ reason: 'aborted' });
  });
});

describe('op 1000', () => {
  it('is sent every 30 s with the version that anything received last carried', async () => {
    const { connection, server, clock } = await SignallingScenario.entered();
    await clock.advance(29_900);
    expect(server.messages(Op.Sync)).toMatchObject([{ cver: 1 }]);
    server.push({ op: Op.MemberEntered, cver: 7 });
    server.push({ op: Op.MemberEntered, cver: 3 });
    await clock.advance(30_000);
    expect(server.messages(Op.Sync).at(-1)).toMatchObject({ cver: 7 });
    server.on(Op.Init, () => ({ result: 0, cver: 9 }));
    await connection.request({ op: Op.Init });
    await connection.sync();
    expect(server.messages(Op.Sync).at(-1)).toMatchObject({ cver: 9 });
  });

  it('leaves a version of 0 out', async () => {
    const { connection, enter, server, clock } = new SignallingScenario();
    server.enterResponse = { ...server.enterResponse, cver: 0 };
    await enter();
    await clock.advance(100);
    await connection.sync();
    expect(server.messages(Op.Sync)[0]).not.toHaveProperty('cver');
  });

  it('emits an answer that is newer, and no other', async () => {
    const { connection, server } = await SignallingScenario.entered();
    const synced = vi.fn();
    connection.on('synced', synced);
    server.on(Op.Sync, () => ({ result: 0, cver: 1 }));
    await connection.sync();
    expect(synced).not.toHaveBeenCalled();
    server.on(Op.Sync, () => ({ result: 0, cver: 2, mems: [], streams: [] }));
    await connection.sync();
    expect(synced).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cver: 2 }));
  });

  it('finds a connection that is half open: silence for 10 s counts as a loss', async () => {
    const { connection, server, platform, clock } = await SignallingScenario.entered();
    platform.sockets.latest.isCut = true;
    await clock.advance(29_900);
    expect(connection.state).toBe('connected');
    await clock.advance(10_500);
    expect(connection.state).toBe('connected');
    expect(platform.sockets.all).toHaveLength(2);
    expect(server.messages(Op.Enter).at(-1)).toMatchObject({ sessId: 'S1' });
  });
});

describe('closing', () => {
  it('is idempotent, settles everything and leaves nothing', async () => {
    const { connection, server, platform, clock, closed, log } = await SignallingScenario.entered();
    server.on(Op.Init, () => undefined);
    const call = silenced(connection.request({ op: Op.Init }));
    connection.close(1000);
    connection.close(1000);
    await expect(call).rejects.toMatchObject({ reason: 'closed', code: -9527 });
    await expect(connection.request({ op: Op.Init })).rejects.toMatchObject({ reason: 'closed' });
    connection.post({ op: Op.Candidates });
    expect(platform.sockets.latest.closedByClient).toEqual({ code: 1000 });
    expect(platform.network.listenerCount).toBe(0);
    expect(closed).toEqual([]);
    expect(log.at(-1)).toBe('closed');
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(60_000);
    expect(platform.sockets.all).toHaveLength(1);
  });

  it('before or while entering settles enter', async () => {
    const { connection, enter, clock } = new SignallingScenario();
    const call = silenced(enter());
    connection.close();
    await expect(call).rejects.toMatchObject({ reason: 'closed' });
    expect(clock.pendingTimers).toBe(0);
    const idle = new SignallingScenario();
    const queued = silenced(idle.connection.request({ op: Op.Init }));
    idle.connection.close();
    await expect(queued).rejects.toMatchObject({ reason: 'closed' });
    expect(idle.clock.pendingTimers).toBe(0);
  });

  it('from a listener of any event is safe', async () => {
    for (const event of ['state', 'entered'] as const) {
      const { connection, enter, clock } = new SignallingScenario();
      connection.on(event, () => connection.state === 'connected' && connection.close());
      await enter().catch(() => undefined);
      expect(connection.state).toBe('closed');
      expect(clock.pendingTimers).toBe(0);
    }
  });
});
