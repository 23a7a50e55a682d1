import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LecternError } from '../core/errors.js';
import { Op, type WireMessage } from '../protocol/index.js';
import { settle } from '../testing/index.js';
import { SignallingScenario, silenced } from '../testing/signalling.js';

describe('requests', () => {
  it('wait for the session and are flushed in order 100 ms after entering, with the session', async () => {
    const { connection, enter, server, clock } = new SignallingScenario();
    const calls = [connection.request({ op: Op.StreamControl, rtcId: 'RTC0' })];
    connection.post({ op: Op.Candidates, rtcId: 'RTC0' });
    const order: string[] = [];
    connection.on('entered', () => order.push(`entered ${server.received.length}`));
    await enter();
    calls.push(connection.request({ op: Op.Terminate, rtcId: 'RTC0' }));
    await clock.advance(99);
    expect(server.received.map(({ op }) => op)).toEqual([200]);
    await clock.advance(1);
    expect(server.received.map(({ op, sessId }) => [op, sessId])).toEqual([
      [200, undefined],
      [400, 'S1'],
      [105, 'S1'],
      [107, 'S1'],
    ]);
    expect(order).toEqual(['entered 1']);
    expect(await Promise.all(calls)).toMatchObject([{ result: 0 }, { result: 0 }]);
    connection.post({ op: Op.Response, tsxId: 'MSG9-9', result: 0 });
    await settle();
    expect(server.received.at(-1)).toMatchObject({ op: 1001, tsxId: 'MSG9-9', sessId: 'S1' });
  });

  it('are flushed at once where the server granted "fast"', async () => {
    const { connection, enter, server } = new SignallingScenario();
    server.enterResponse = { ...server.enterResponse, caps: ['fast', 'unknown'] };
    const call = connection.request({ op: Op.StreamControl });
    await enter();
    await expect(call).resolves.toMatchObject({ result: 0 });
    expect(connection.capabilities).toEqual(['fast']);
  });

  it('reject with the code and the words of the server, and say so', async () => {
    const { connection, server, closed } = await SignallingScenario.entered();
    const failed = vi.fn();
    connection.on('responseFailed', failed);
    server.on(Op.Init, () => ({ result: -524, msg: 'too many' }));
    await expect(connection.request({ op: Op.Init })).rejects.toMatchObject({ code: -524, message: 'too many' });
    expect(failed).toHaveBeenCalledWith(
      expect.objectContaining({ op: 102 }),
      expect.objectContaining({ op: 1001, result: -524 }),
    );
    expect(closed).toEqual([]);
    expect(connection.state).toBe('connected');
  });

  it.each([
    [-500, 4],
    [-502, 4],
    [-504, 4],
    [-508, 4],
    [-510, 4],
    [-9527, 4],
    [-95270, 4],
    [-506, 11],
    [-501, 11],
  ])('refused with %i end the session with exit reason %i', async (result, exitReason) => {
    const { connection, server, closed, clock } = await SignallingScenario.entered();
    server.on(Op.Init, () => ({ result, msg: 'no' })).on(Op.Control, () => undefined);
    const other = silenced(connection.request({ op: Op.Control }));
    await expect(connection.request({ op: Op.Init })).rejects.toMatchObject({ code: result });
    await expect(other).rejects.toMatchObject({ reason: 'closed', code: -9527 });
    expect(closed).toEqual([{ exitReason, code: result, message: 'no' }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('of op 1002 never end the session, since other members answer them', async () => {
    const { connection, server } = await SignallingScenario.entered();
    server.on(Op.Control, () => ({ result: -501 }));
    await expect(connection.request({ op: Op.Control })).rejects.toMatchObject({ code: -501 });
    expect(connection.state).toBe('connected');
  });

  it('time out with -408 after 15 s or as told, and a late answer is dropped', async () => {
    const { connection, server, clock, protocolErrors } = await SignallingScenario.entered();
    server.on(Op.Init, () => undefined);
    const usual = silenced(connection.request({ op: Op.Init }));
    const quick = silenced(connection.request({ op: Op.Init }, { timeoutMs: 50 }));
    await clock.advance(50);
    await expect(quick).rejects.toMatchObject({ reason: 'timeout', code: -408 });
    await clock.advance(14_950);
    await expect(usual).rejects.toMatchObject({ code: -408 });
    server.push({ op: Op.Response, tsxId: server.messages(Op.Init)[0]?.tsxId, result: 0 } as WireMessage);
    expect(protocolErrors).toEqual([]);
  });

  it('aborted while they wait are never sent', async () => {
    const { connection, enter, server, clock } = new SignallingScenario();
    const controller = new AbortController();
    const call = silenced(connection.request({ op: Op.Init }, { signal: controller.signal }));
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted' });
    await enter();
    await clock.advance(100);
    expect(server.messages(Op.Init)).toHaveLength(0);
  });

  it('that exceed a frame, or are no JSON, reject and do not keep the others', async () => {
    const { connection, server } = await SignallingScenario.entered();
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    const calls = [
      silenced(connection.request({ op: Op.Message, arg: '\u8b1b'.repeat(90_000) })),
      silenced(connection.request({ op: Op.Message, arg: loop })),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'invalid-argument' });
    await connection.request({ op: Op.Message, arg: 'x'.repeat(200_000) });
    expect(server.messages(Op.Message)).toHaveLength(1);
  });
});

describe('what the server pushes', () => {
  it('is passed on with the right session only', async () => {
    const { connection, server, platform, protocolErrors } = await SignallingScenario.entered();
    const messages: number[] = [];
    connection.on('message', ({ op }) => messages.push(op));
    server.push({ op: Op.MemberEntered, cver: 2 });
    server.push({ op: Op.MemberExited, sessId: 'other' });
    platform.sockets.latest.serverSend({ op: Op.StreamPublished });
    expect(messages).toEqual([300]);
    expect(protocolErrors.map((error) => (error as LecternError).code)).toEqual([-9527, -9527]);
    expect(connection.state).toBe('connected');
  });

  it.each(['no json', '[{"op":300}]', '{}', '{"op":"300"}', 'null', `"${'x'.repeat(300_000)}"`])(
    'is reported when it is garbage (%#)',
    async (frame) => {
      const { connection, platform, protocolErrors } = await SignallingScenario.entered();
      platform.sockets.latest.serverSend(frame);
      platform.sockets.latest.onmessage?.({ data: new ArrayBuffer(1) });
      expect(protocolErrors).toHaveLength(2);
      expect(connection.state).toBe('connected');
    },
  );

  it('never throws and never ends the session, whatever it is', async () => {
    const { connection, platform, server, clock } = await SignallingScenario.entered();
    server.on(Op.StreamControl, () => undefined);
    const member = fc.oneof(fc.jsonValue(), fc.constant({ valueOf: 1, toString: 1 }));
    const frame = fc.record({
      op: fc.oneof(fc.constantFrom(1001, 300, 106), member),
      sessId: member,
      tsxId: member,
      cver: member,
    });
    fc.assert(
      fc.property(fc.oneof(frame, fc.jsonValue()), (value) => {
        platform.sockets.latest.onmessage?.({ data: JSON.stringify(value) });
        platform.sockets.latest.onmessage?.({ data: value });
      }),
    );
    expect(connection.state).toBe('connected');
    const calls = ['x', {}, null, { valueOf: 1 }].map((result) => {
      const call = connection.request({ op: Op.StreamControl }).catch((error: unknown) => error);
      return { call, result };
    });
    await clock.advance(0);
    for (const [index, { call, result }] of calls.entries()) {
      const tsxId = server.messages(Op.StreamControl)[index]?.tsxId;
      platform.sockets.latest.serverSend({ op: Op.Response, tsxId, result, msg: {} } as WireMessage);
      expect(await call).toMatchObject({ reason: 'protocol', code: -9527 });
    }
    expect(connection.state).toBe('connected');
  });

  it('in the answer to enter never throws either', async () => {
    const member = fc.oneof(fc.jsonValue(), fc.constant({ valueOf: 1, toString: 1 }));
    const answer = fc.record(
      {
        sessId: member,
        memId: member,
        role: member,
        cver: member,
        caps: member,
        mems: member,
        result: fc.oneof(fc.constant(0), member),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(answer, async (members) => {
        const { connection, enter, server, clock } = new SignallingScenario();
        server.on(Op.Enter, () => members);
        const outcome = await enter().catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(LecternError);
        connection.close();
        expect(clock.pendingTimers).toBe(0);
      }),
    );
  });

  it('right after the answer to enter, in the same turn, finds the session', async () => {
    const { connection, enter, server } = new SignallingScenario();
    const messages: number[] = [];
    connection.on('message', ({ op }) => messages.push(op));
    server.on(Op.Enter, ({ tsxId }, socket) => {
      socket.serverSend({ ...server.enterResponse, op: Op.Response, tsxId } as WireMessage);
      socket.serverSend({ op: Op.MemberEntered, sessId: 'S1' });
      return undefined;
    });
    await enter();
    expect(messages).toEqual([300]);
  });
});
