import { describe, expect, it, vi } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember } from '../testing/scenario.js';
import { neededOps, onControl, onMessage, requestControl, sendMessage, type ControlRequest } from './index.js';

const ALL = [1003, 100205, 100230];

async function setUp() {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob', { res: { ops: ALL } }), fakeMember('old')] },
  });
  const { server } = scenario.platform;
  return { scenario, conference, server };
}

describe('free messages', () => {
  it('reach every listener, whatever another one does with them', async () => {
    const { scenario, conference, server } = await setUp();
    const told: unknown[] = [];
    const later: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (run: () => void) => later.push(run));
    onMessage(conference, () => {
      throw new Error('broken listener');
    });
    onMessage(conference, ({ content }) => told.push(content));
    server.push({ op: Op.Message, memId: 'bob', arg: 'hello' });
    vi.unstubAllGlobals();
    await scenario.advance();
    expect([told, later.length]).toEqual([['hello'], 1]);
    expect(later[0]).toThrow('broken listener');
  });

  it('go out as text or JSON and are done when the server acknowledges', async () => {
    const { conference, server } = await setUp();
    await sendMessage(conference, 'bob', 'hello');
    await sendMessage(conference, conference.state.getSnapshot().members[0]!, { page: 3 });
    expect(server.messages(Op.Message).map(({ memId, arg }) => [memId, arg])).toEqual([
      ['bob', 'hello'],
      ['bob', '{"page":3}'],
    ]);
  });

  it('are refused here with −507 for nobody, and for who takes none', async () => {
    const { conference, server } = await setUp();
    await expect(sendMessage(conference, 'nobody', 'x')).rejects.toMatchObject({ code: -507 });
    await expect(sendMessage(conference, 'old', 'x')).rejects.toMatchObject({ code: -507 });
    await expect(sendMessage(conference, 'bob', undefined)).rejects.toMatchObject({ reason: 'invalid-argument' });
    expect(server.messages(Op.Message)).toEqual([]);
  });

  it('fail with −408 when nobody acknowledges', async () => {
    const { scenario, conference, server } = await setUp();
    server.on(Op.Message, () => undefined);
    const outcome = expect(sendMessage(conference, 'bob', 'x')).rejects.toMatchObject({ code: -408 });
    await scenario.advance(15_000);
    await outcome;
  });

  it('arrive parsed where they are JSON, with their sender', async () => {
    const { scenario, conference, server } = await setUp();
    const got: unknown[] = [];
    const stop = onMessage(conference, ({ memberId, member, content }) =>
      got.push([memberId, member?.nickName, content]),
    );
    server.push({ op: Op.Message, memId: 'bob', arg: '{"page":3}' });
    server.push({ op: Op.Message, memId: 'stranger', arg: 'hi there' });
    await scenario.advance();
    stop();
    server.push({ op: Op.Message, memId: 'bob', arg: 'late' });
    await scenario.advance();
    expect(got).toEqual([
      ['bob', 'bob', { page: 3 }],
      ['stranger', undefined, 'hi there'],
    ]);
  });
});

describe('control requests', () => {
  it('need the operations of what they ask for', () => {
    expect(neededOps({ op2: 30, evt: 1 })).toEqual([100230]);
    expect(neededOps({ op2: 20, streamId: 'S', zoom: 2 })).toEqual([100201]);
    expect(neededOps({ op2: 20, focus: {}, expo: {} })).toEqual([100202, 100203]);
    expect(neededOps({ op2: 20, frz: true, pic: 1, tor: true })).toEqual([100204, 100205, 100206]);
    expect([21, 22, 23, 24].flatMap((op2) => neededOps({ op2 }))).toEqual([]);
  });

  it('resolve with the arg of the answer, and reject with its code', async () => {
    const { conference, server } = await setUp();
    server.on(Op.Control, () => ({ result: 0, arg: '{"pic":"data"}' }));
    expect(await requestControl(conference, 'bob', { op2: 20, pic: 1 })).toEqual({ pic: 'data' });
    server.on(Op.Control, () => ({ result: -403, msg: 'busy' }));
    await expect(requestControl(conference, 'bob', { op2: 30, evt: 1 })).rejects.toMatchObject({
      code: -403,
      message: 'busy',
    });
    expect(conference.state.getSnapshot().state).toBe('joined');
  });

  it('are refused here with −507 where the member does not accept the operation', async () => {
    const { conference, server } = await setUp();
    await expect(requestControl(conference, 'old', { op2: 30 })).rejects.toMatchObject({ code: -507 });
    await expect(requestControl(conference, 'bob', { op2: 20, tor: true })).rejects.toMatchObject({ code: -507 });
    expect(server.messages(Op.Control)).toEqual([]);
  });

  it('fail with −408 after 30 s', async () => {
    const { scenario, conference, server } = await setUp();
    server.on(Op.Control, () => undefined);
    const outcome = expect(requestControl(conference, 'bob', { op2: 30 })).rejects.toMatchObject({ code: -408 });
    await scenario.advance(30_000);
    await outcome;
  });

  it('of others are answered once, by whoever takes their kind; the rest is refused', async () => {
    const { scenario, conference, server } = await setUp();
    const requests: ControlRequest[] = [];
    onControl(conference, 20, (request) => requests.push(request));
    const answers = () =>
      server.messages(Op.Response).map(({ tsxId, memId, result, msg, arg }) => ({ tsxId, memId, result, msg, arg }));
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'B1', arg: '{"op2":20,"zoom":2}' });
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'B2', arg: '{"op2":30,"evt":1}' });
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'B3', arg: { op2: 99 } });
    await scenario.advance();
    expect(requests.map(({ memberId, arg }) => [memberId, arg])).toEqual([['bob', { op2: 20, zoom: 2 }]]);
    requests[0]?.answer(0, { arg: { done: true } });
    requests[0]?.answer(-402);
    await scenario.advance();
    expect(answers()).toEqual([
      { tsxId: 'B2', memId: 'bob', result: -405, msg: 'Not support the remote control.', arg: '{"op2":30,"evt":1}' },
      { tsxId: 'B3', memId: 'bob', result: -507, msg: 'not supported', arg: { op2: 99 } },
      { tsxId: 'B1', memId: 'bob', result: 0, msg: undefined, arg: '{"done":true}' },
    ]);
  });
});
