import { describe, expect, it, vi } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember } from '../testing/scenario.js';
import {
  neededOps,
  onControl,
  broadcastMessage,
  onMessage,
  requestControl,
  sendMessage,
  type ControlRequest,
} from './index.js';

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

describe('messages to everybody, topics and reliable messages', () => {
  const granted = async (caps: readonly string[] = ['fast', 'rebuild', 'messages']) => {
    const { scenario, conference } = await Scenario.joined({
      enter: {
        caps: [...caps],
        mems: [fakeMember('bob', { res: { ops: ALL } }), fakeMember('old'), fakeMember('cai', { res: { ops: ALL } })],
      },
    });
    return { scenario, conference, server: scenario.platform.server };
  };

  it('go out once, with their topic', async () => {
    const { conference, server } = await granted();
    await broadcastMessage(conference, { page: 3 }, { topic: 'slides' });
    const [message] = server.messages(Op.Message);
    expect(message).toMatchObject({ arg: '{"page":3}', topic: 'slides' });
    expect(message).not.toHaveProperty('memId');
    expect(message).not.toHaveProperty('mid');
  });

  it('go to each member who accepts them on a server without the capability, which knows no topic', async () => {
    const { conference, server } = await granted(['fast']);
    server.on(Op.Message, ({ memId }) => ({ result: memId === 'bob' ? -408 : 0 }));
    await broadcastMessage(conference, 'hello');
    expect(server.messages(Op.Message).map(({ memId }) => memId)).toEqual(['bob', 'cai']);
    const unsupported = { reason: 'unsupported' };
    await expect(broadcastMessage(conference, 'x', { topic: 't' })).rejects.toMatchObject(unsupported);
    await expect(sendMessage(conference, 'bob', 'x', { isReliable: true })).rejects.toMatchObject(unsupported);
    expect(server.messages(Op.Message)).toHaveLength(2);
  });

  it('need a topic of 1 to 64 characters', async () => {
    const { conference } = await granted();
    const invalid = { reason: 'invalid-argument' };
    await expect(broadcastMessage(conference, 'x', { topic: '' })).rejects.toMatchObject(invalid);
    await expect(broadcastMessage(conference, 'x', { topic: 'a'.repeat(65) })).rejects.toMatchObject(invalid);
  });

  it('arrive by topic, and named ones once', async () => {
    const { scenario, conference, server } = await granted();
    const all: unknown[] = [];
    const slides: unknown[] = [];
    onMessage(conference, ({ content, topic }) => all.push([content, topic]));
    onMessage(conference, ({ content }) => slides.push(content), { topic: 'slides' });
    server.push({ op: Op.Message, memId: 'bob', arg: '1', topic: 'slides', mid: 'M1' });
    server.push({ op: Op.Message, memId: 'bob', arg: 'hi' });
    server.push({ op: Op.Message, memId: 'bob', arg: '1', topic: 'slides', mid: 'M1' });
    server.push({ op: Op.Message, memId: 'cai', arg: '2', topic: 'slides', mid: 'M1' });
    await scenario.advance();
    expect(all).toEqual([
      [1, 'slides'],
      ['hi', undefined],
      [2, 'slides'],
    ]);
    expect(slides).toEqual([1, 2]);
  });

  it('arrive once for a listener that is added again, as a component is that renders', async () => {
    const { scenario, conference, server } = await granted();
    const got: unknown[] = [];
    const stop = onMessage(conference, ({ content }) => got.push(content));
    server.push({ op: Op.Message, memId: 'bob', arg: '1', mid: 'M1' });
    await scenario.advance();
    stop();
    onMessage(conference, ({ content }) => got.push(content));
    server.push({ op: Op.Message, memId: 'bob', arg: '1', mid: 'M1' });
    server.push({ op: Op.Message, memId: 'bob', arg: '2', mid: 'M2' });
    await scenario.advance();
    expect(got).toEqual([1, 2]);
  });

  it('are sent again under the same name when the socket was lost before the answer', async () => {
    const { scenario, conference, server } = await granted();
    server.on(Op.Message, () => undefined);
    const sending = broadcastMessage(conference, 'x', { isReliable: true });
    await scenario.advance();
    scenario.platform.sockets.latest.serverClose(1006);
    server.on(Op.Message, () => ({ result: 0 }));
    await scenario.advance(2_000);
    await sending;
    const names = server.messages(Op.Message).map(({ mid }) => mid);
    expect([names.length, new Set(names).size, typeof names[0]]).toEqual([2, 1, 'string']);
  });

  it('keep their order when one was lost and another is sent before the next socket', async () => {
    const { scenario, conference, server } = await granted();
    server.on(Op.Message, () => undefined);
    const first = broadcastMessage(conference, 'page 1', { isReliable: true });
    await scenario.advance();
    scenario.platform.sockets.latest.serverClose(1006);
    server.on(Op.Message, () => ({ result: 0 }));
    await scenario.advance();
    const second = broadcastMessage(conference, 'page 2', { isReliable: true });
    await scenario.advance(5_000);
    await Promise.all([first, second]);
    expect(server.messages(Op.Message).map(({ arg }) => arg)).toEqual(['page 1', 'page 1', 'page 2']);
  });

  it('give up in time, when refused, and when the conference ends', async () => {
    const { scenario, conference, server } = await granted();
    server.on(Op.Message, () => ({ result: -101 }));
    await expect(broadcastMessage(conference, 'x', { isReliable: true })).rejects.toMatchObject({ code: -101 });
    server.on(Op.Message, () => undefined);
    const late = expect(
      broadcastMessage(conference, 'x', { isReliable: true, timeoutMs: 5_000 }),
    ).rejects.toMatchObject({ code: -408 });
    await scenario.advance(5_000);
    await late;
    const over = expect(broadcastMessage(conference, 'x', { isReliable: true })).rejects.toMatchObject({
      reason: 'closed',
    });
    await scenario.advance();
    void conference.leave();
    await scenario.advance(1_000);
    await over;
  });
});
