import { describe, expect, it, vi } from 'vitest';
import type { Conference } from '../conference/types.js';
import { Op, type WireMessage } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { RemoteController, type PointerControl } from './index.js';

const OPS = [100230, 100232, 100204, 100205, 100206, 1003];

const argOf = ({ arg }: WireMessage) => JSON.parse(String(arg)) as Record<string, unknown>;

/** Alice, who controls, and Bob, whose answers the test gives. */
async function setUp(ops: readonly number[] = OPS) {
  const { scenario, conference } = await Scenario.joined({
    enter: {
      mems: [fakeMember('bob', { res: { ops } })],
      streams: [fakeStream('ST9', 'bob'), fakeStream('ST8', 'bob')],
    },
  });
  await conference.subscribe('ST9');
  const { server } = scenario.platform;
  const remote = new RemoteController(conference);
  const sent = () => server.messages(Op.Control).map(argOf);
  const evts = () => sent().map(({ evt }) => evt);
  return { scenario, conference, server, remote, sent, evts };
}

const answerWith = (result: number, arg: object = {}) => ({ result, arg: JSON.stringify(arg) });

async function controlling() {
  const all = await setUp();
  const { server, remote } = all;
  server.on(Op.Control, (message) => {
    const { evt, cId, actions } = argOf(message) as { evt: number; cId: string; actions?: { sn: number }[] };
    return answerWith(0, evt === 0 ? { sn: actions?.at(-1)?.sn } : evt === 3 ? { sn: 0 } : { cId });
  });
  return { ...all, pointer: await remote.control('ST9') };
}

const endsOf = (pointer: PointerControl) => {
  const ends: string[] = [];
  pointer.on('ended', (reason) => ends.push(reason));
  return ends;
};

describe('asking for a pointer surface', () => {
  it('goes to the owner of the stream, and is granted by result 0', async () => {
    const { sent, pointer, remote, server } = await controlling();
    expect(sent()).toEqual([{ op2: 30, streamId: 'ST9', evt: 1, cId: pointer.controlId }]);
    expect(server.messages(Op.Control)[0]?.memId).toBe('bob');
    expect(pointer.controlId).toMatch(/^[0-9A-F]{6}$/);
    expect(remote.state.getSnapshot().pointers).toEqual({
      ST9: { streamId: 'ST9', memberId: 'bob', controlId: pointer.controlId, state: 'controlling' },
    });
  });

  it.each([-402, -403, -405, -507])('is refused with %i, and leaves nothing', async (code) => {
    const { scenario, server, remote } = await setUp();
    server.on(Op.Control, () => answerWith(code));
    await expect(remote.control('ST9')).rejects.toMatchObject({ code });
    await scenario.advance(60_000);
    expect(remote.pointer('ST9')).toBeUndefined();
    expect(server.messages(Op.Control)).toHaveLength(1);
  });

  it('fails with −408 after 30 s, and the owner is told that nobody waits', async () => {
    const { scenario, server, remote, evts } = await setUp();
    server.on(Op.Control, () => undefined);
    const outcome = expect(remote.control('ST9')).rejects.toMatchObject({ code: -408 });
    await vi.dynamicImportSettled();
    await scenario.advance(30_000);
    await outcome;
    expect(evts()).toEqual([1, 2]);
  });

  it('is taken back by an abort', async () => {
    const { scenario, server, remote, evts } = await setUp();
    server.on(Op.Control, () => undefined);
    const controller = new AbortController();
    const outcome = expect(remote.control('ST9', { signal: controller.signal })).rejects.toMatchObject({
      reason: 'aborted',
    });
    await vi.dynamicImportSettled();
    await scenario.advance();
    controller.abort();
    await outcome;
    await scenario.advance();
    expect(evts()).toEqual([1, 2]);
  });

  it.each([
    ['a stream that is not there', 'ST0', 'does not exist or is local'],
    ['a stream that is not subscribed', 'ST8', 'Not allow control. cause by the stream not sub'],
  ])('is not sent for %s', async (_, id, message) => {
    const { remote, server } = await setUp();
    await expect(remote.control(id)).rejects.toThrow(message);
    expect(server.messages(Op.Control)).toEqual([]);
  });

  it('is not sent for an own stream', async () => {
    const { remote, server, conference } = await setUp();
    const { id } = await conference.publish();
    await expect(remote.control(id)).rejects.toThrow('does not exist or is local');
    expect(server.messages(Op.Control)).toEqual([]);
  });

  it.each([
    ['control', [1003]],
    ['messages', [100230]],
  ])('is not sent to members that accept no %s', async (_, ops) => {
    const { remote, server } = await setUp(ops);
    await expect(remote.control('ST9')).rejects.toMatchObject({ code: -507 });
    expect(server.messages(Op.Control)).toEqual([]);
    expect(remote.state.getSnapshot().pointers).toEqual({});
  });

  it('again replaces the older control, which ends without a word', async () => {
    const { pointer, remote, evts } = await controlling();
    const ends = endsOf(pointer);
    const newer = await remote.control('ST9');
    expect([ends, evts()]).toEqual([['replaced'], [1, 1]]);
    expect(remote.pointer('ST9')).toBe(newer);
  });
});

describe('what is done on the surface', () => {
  it('goes out in batches in order, with one count for all', async () => {
    const { scenario, pointer, sent } = await controlling();
    pointer.press('left', { x: 0.5, y: 0.5 });
    pointer.key(65, true);
    pointer.move({ x: 1, y: 0, isMirrored: false });
    await scenario.advance();
    const actions = sent().flatMap(({ actions }) => (actions ?? []) as { sn: number; oper: number }[]);
    expect(actions.map(({ sn, oper }) => [sn, oper])).toEqual([
      [1, 1],
      [2, 3],
      [3, 2],
    ]);
  });

  it('is shown here with the very numbers that the other side gets', async () => {
    const { pointer } = await controlling();
    const seen: unknown[] = [];
    pointer.on('action', (action) => seen.push(action));
    pointer.move({ x: 1 / 3, y: 2 });
    expect(seen).toEqual([
      { kind: 'move', x: 0.3333, y: 1, isMirrored: false, sn: 1, time: expect.any(Number) as number },
    ]);
  });

  it('waits while four batches are on their way, and goes on with each answer', async () => {
    const { scenario, server, pointer, sent } = await controlling();
    const held: WireMessage[] = [];
    server.on(Op.Control, (message) => void held.push(message));
    for (let count = 0; count < 7; count++) pointer.key(count, true);
    await scenario.advance();
    expect(held).toHaveLength(4);
    server.push({ op: Op.Response, tsxId: held[0]!.tsxId!, ...answerWith(0, { sn: 1 }) });
    await scenario.advance();
    expect(sent().at(-1)?.actions).toMatchObject([{ sn: 5 }, { sn: 6 }, { sn: 7 }]);
  });

  it('loses every second waiting move when twenty are kept, and no button or key', async () => {
    const { scenario, server, pointer } = await controlling();
    const held: WireMessage[] = [];
    server.on(Op.Control, (message) => void held.push(message));
    const told: number[] = [];
    pointer.on('sent', (actions) => told.push(...actions.map(({ sn }) => sn)));
    for (let count = 0; count < 4; count++) pointer.key(count, true);
    for (let count = 0; count < 21; count++) pointer.move({ x: count / 100, y: 0 });
    pointer.press('left', { x: 0.5, y: 0.5 });
    await scenario.advance();
    server.on(Op.Control, () => undefined);
    server.push({ op: Op.Response, tsxId: held[0]!.tsxId!, ...answerWith(0, { sn: 1 }) });
    await scenario.advance();
    const last = argOf(server.messages(Op.Control).at(-1)!).actions as { sn: number }[];
    // Moves 5 to 24, of which 5, 7, 9 … were left out when 25 came.
    expect(last.map(({ sn }) => sn)).toEqual([6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 25, 26]);
    expect(told).toEqual([1, 2, 3, 4, ...last.map(({ sn }) => sn)]);
  });

  it('ends the control when a thousand keys were not handled', async () => {
    const { scenario, server, pointer } = await controlling();
    const ends = endsOf(pointer);
    server.on(Op.Control, () => undefined);
    for (let count = 0; count < 1_001; count++) pointer.key(65, count % 2 === 0);
    await scenario.advance();
    expect(ends).toEqual(['overflow']);
  });

  it('that got lost with the socket goes out again once the conference is back', async () => {
    const { scenario, server, pointer } = await controlling();
    server.on(Op.Control, () => undefined);
    pointer.key(1, true);
    pointer.key(2, true);
    await scenario.advance();
    const before = server.messages(Op.Control).length;
    scenario.platform.sockets.latest.serverClose(1006);
    await scenario.advance(2_000);
    const again = server.messages(Op.Control).slice(before).map(argOf);
    expect(again.filter(({ evt }) => evt === 0).flatMap(({ actions }) => actions)).toMatchObject([
      { sn: 1 },
      { sn: 2 },
    ]);
  });
});

describe('a pointer control', () => {
  it('is kept alive every 10 s', async () => {
    const { scenario, pointer, evts } = await controlling();
    await scenario.advance(60_000);
    expect(evts()).toEqual([1, 3, 3, 3, 3, 3, 3]);
    expect(pointer.snapshot.state).toBe('controlling');
  });

  it('ends after 30 s without any answer', async () => {
    const { scenario, server, pointer } = await controlling();
    const ends = endsOf(pointer);
    server.on(Op.Control, () => undefined);
    await scenario.advance(29_999);
    expect(ends).toEqual([]);
    await scenario.advance(1);
    expect(ends).toEqual(['timeout']);
  });

  it('ends when the other side knows it no more', async () => {
    const { scenario, server, pointer } = await controlling();
    const ends = endsOf(pointer);
    server.on(Op.Control, () => answerWith(-405));
    pointer.move({ x: 0, y: 0 });
    await scenario.advance();
    expect(ends).toEqual(['freed']);
  });

  it('ends when the owner says so, and nobody else', async () => {
    const { scenario, server, pointer } = await controlling();
    const ends = endsOf(pointer);
    const free = { op2: 30, streamId: 'ST9', evt: 2, cId: pointer.controlId };
    server.push({ op: Op.Control, memId: 'eve', tsxId: 'E', arg: JSON.stringify(free) });
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'X', arg: JSON.stringify({ ...free, cId: 'other' }) });
    await scenario.advance();
    expect(ends).toEqual([]);
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'B', arg: JSON.stringify(free) });
    await scenario.advance();
    expect(ends).toEqual(['freed']);
    expect(server.messages(Op.Response).map(({ tsxId, result }) => [tsxId, result])).toEqual([
      ['E', -405],
      ['X', -405],
      ['B', 0],
    ]);
  });

  it.each<
    [string, string, number[], (all: { server: { push(m: WireMessage): void }; conference: Conference }) => void]
  >([
    [
      'its stream is removed',
      'stream-removed',
      [1],
      ({ server }) => server.push({ op: Op.StreamUnpublished, memId: 'bob', pubSId: 'ST9' }),
    ],
    ['its owner leaves', 'member-left', [1], ({ server }) => server.push({ op: Op.MemberExited, memId: 'bob' })],
    ['its stream is hung up', 'hang-up', [1, 2], ({ conference }) => void conference.hangUp('ST9')],
    ['it is left', 'closed', [1, 2], ({ conference }) => void conference.leave()],
  ])('ends when %s', async (_, reason, evts, happen) => {
    const all = await controlling();
    const ends = endsOf(all.pointer);
    happen(all);
    await all.scenario.advance();
    expect([ends, all.evts()]).toEqual([[reason], evts]);
    expect(all.remote.state.getSnapshot().pointers).toEqual({});
  });

  it('is given back by stop, once, and does nothing afterwards', async () => {
    const { scenario, pointer, evts, remote } = await controlling();
    const told: unknown[] = [];
    remote.on('pointerEnded', ({ state, endReason }, reason) => told.push([state, endReason, reason]));
    await pointer.stop();
    await pointer.stop();
    pointer.move({ x: 0, y: 0 });
    await scenario.advance(60_000);
    expect([evts(), told]).toEqual([[1, 2], [['ended', 'stopped', 'stopped']]]);
  });

  it('leaves nothing behind', async () => {
    const { scenario, conference } = await controlling();
    await conference.leave();
    await scenario.advance();
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });
});
