import { describe, expect, it, vi } from 'vitest';
import type { Conference } from '../conference/types.js';
import type { LecternError } from '../core/errors.js';
import { Op, type WireMessage } from '../protocol/index.js';
import { argOf } from '../testing/controlled.js';
import { Scenario } from '../testing/scenario.js';
import {
  answerWith,
  controllerFixture as setUp,
  controllingFixture as controlling,
  endsOf,
} from '../testing/controlling.js';
import { ControlHost, RemoteController } from './index.js';

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
    const error = (await remote.control(id).catch((cause: unknown) => cause)) as LecternError;
    expect(error.specMessage ?? error.message).toContain(message);
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

  it('ends after the time that the application chose', async () => {
    const { scenario, server, pointer, evts } = await controlling({ checkIntervalMs: 2_000, timeoutMs: 5_000 });
    const ends = endsOf(pointer);
    await scenario.advance(4_000);
    expect(evts()).toEqual([1, 3, 3]);
    server.on(Op.Control, () => undefined);
    await scenario.advance(5_999);
    expect(ends).toEqual([]);
    await scenario.advance(1);
    expect(ends).toEqual(['timeout']);
  });

  it.each([{ checkIntervalMs: 999 }, { checkIntervalMs: 60_001, timeoutMs: 90_000 }, { timeoutMs: 10_000 }])(
    'refuses timings out of range: %o',
    async (options) => {
      const refused = { reason: 'invalid-argument' };
      await expect(controlling(options)).rejects.toMatchObject(refused);
      const { conference } = await Scenario.joined();
      expect(() => new ControlHost(conference, options)).toThrow(expect.objectContaining(refused) as Error);
    },
  );

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
    const confirmed: unknown[] = [];
    remote.on('pointerEnded', ({ state, endReason }, reason) => confirmed.push([state, endReason, reason]));
    await pointer.stop();
    await pointer.stop();
    pointer.move({ x: 0, y: 0 });
    await scenario.advance(60_000);
    expect([evts(), confirmed]).toEqual([[1, 2], [['ended', 'stopped', 'stopped']]]);
  });

  it('hears of its end also where a ControlHost was made first', async () => {
    const { scenario, conference, server } = await setUp();
    const host = new ControlHost(conference);
    const later = new RemoteController(conference);
    server.on(Op.Control, (message) => answerWith(0, { cId: argOf(message).cId }));
    const pointer = await later.control('ST9');
    const ends = endsOf(pointer);
    const arg = JSON.stringify({ op2: 30, streamId: 'ST9', evt: 2, cId: pointer.controlId });
    server.push({ op: Op.Control, memId: 'bob', tsxId: 'B', arg });
    await scenario.advance();
    expect([ends, server.messages(Op.Response).map(({ result }) => result)]).toEqual([['freed'], [0]]);
    host.close();
  });

  it('can not be asked for once the RemoteController is closed, and no size is made up', async () => {
    const { remote, conference, server } = await setUp();
    const asked = remote.control('ST9');
    remote.close();
    await expect(asked).rejects.toMatchObject({ reason: 'closed' });
    await expect(remote.control('ST9')).rejects.toMatchObject({ reason: 'closed' });
    await expect(remote.zoom('ST9', 2)).rejects.toMatchObject({ reason: 'closed' });
    expect(server.messages(Op.Control)).toEqual([]);
    expect(remote.state.getSnapshot()).toEqual({ media: {}, pointers: {} });
    for (const bufferSize of [0, 1.5, Number.NaN]) {
      expect(() => new RemoteController(conference, { bufferSize })).toThrow('bufferSize must be a whole number');
    }
  });

  it('leaves nothing behind', async () => {
    const { scenario, conference } = await controlling();
    await conference.leave();
    await scenario.advance();
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });
});
