import { describe, expect, it, vi } from 'vitest';
import { Op } from '../protocol/index.js';
import { argOf, controlledFixture } from '../testing/controlled.js';
import { fakeMember } from '../testing/scenario.js';
import type { ControlHostOptions } from './index.js';

const setUp = (options?: ControlHostOptions) => controlledFixture(() => vi.dynamicImportSettled(), options);

describe('a pointer surface', () => {
  it('is nobody’s without a handler', async () => {
    const { ask, host } = await setUp();
    expect((await ask('bob', 'C1'))()).toEqual({ result: -405, memId: 'bob', arg: { cId: 'C1' } });
    expect(host.state.getSnapshot().pointers).toEqual([]);
  });

  it.each([
    ['accepted', true, 0],
    ['rejected', false, -402],
    ['busy', 'busy' as const, -403],
  ])('is asked for, and %s', async (_, decision, result) => {
    const allowPointer = vi.fn(() => decision);
    const { ask, host, log, stream } = await setUp({ allowPointer });
    expect((await ask('bob', 'C1'))()).toMatchObject({ result, arg: { cId: 'C1' } });
    expect(allowPointer).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ streamId: stream.id, controlId: 'C1', member: expect.objectContaining({ id: 'bob' }) }),
    );
    expect(log).toEqual(result === 0 ? [['controlled', 'bob', 'C1']] : []);
    expect(host.state.getSnapshot().pointers.map(({ memberId, state }) => [memberId, state])).toEqual(
      result === 0 ? [['bob', 'controlling']] : [],
    );
  });

  it('is rejected when the decision throws, which is told', async () => {
    const { ask, host } = await setUp({
      allowPointer: () => {
        throw new Error('broken');
      },
    });
    const errors: unknown[] = [];
    host.on('error', (error) => errors.push(error));
    expect((await ask('bob', 'C1'))()).toMatchObject({ result: -402 });
    expect(errors).toEqual([new Error('broken')]);
  });

  it('is busy for others while somebody has it, and while the owner is being asked', async () => {
    let decide: (is: boolean) => void = () => undefined;
    const { ask, scenario } = await setUp({ allowPointer: () => new Promise((resolve) => (decide = resolve)) });
    const first = await ask('bob', 'C1');
    expect((await ask('carol', 'C2'))()).toMatchObject({ result: -403 });
    expect(first()).toBeUndefined();
    decide(true);
    await scenario.advance();
    expect(first()).toMatchObject({ result: 0 });
    expect((await ask('carol', 'C3'))()).toMatchObject({ result: -403 });
  });

  it('is renewed for its controller, without another question', async () => {
    const allowPointer = vi.fn(() => true);
    const { ask, say, log } = await setUp({ allowPointer });
    await ask('bob', 'C1');
    expect((await ask('bob2', 'C2'))()).toMatchObject({ result: 0 });
    expect(allowPointer).toHaveBeenCalledOnce();
    expect(log).toEqual([
      ['controlled', 'bob', 'C1'],
      ['freed', 'bob', 'C1', 'replaced'],
      ['controlled', 'bob2', 'C2'],
    ]);
    expect((await say('bob', { op2: 30, evt: 3, cId: 'C1' }))()).toMatchObject({ result: -405 });
  });

  it('asked for again by the same member is asked about anew, and the older request is over', async () => {
    const signals: AbortSignal[] = [];
    const { ask } = await setUp({
      allowPointer: ({ signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const older = await ask('bob', 'C1');
    const newer = await ask('bob', 'C2');
    expect([older(), newer()]).toMatchObject([{ result: -402 }, undefined]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('is refused with −408 when nobody decides within 30 s', async () => {
    let signal: AbortSignal | undefined;
    const { ask, scenario, host } = await setUp({
      allowPointer: (request) => {
        ({ signal } = request);
        return new Promise(() => undefined);
      },
    });
    const answer = await ask('bob', 'C1');
    await scenario.advance(29_000);
    expect([answer(), signal?.aborted]).toEqual([undefined, false]);
    await scenario.advance(1_000);
    expect([answer()?.result, signal?.aborted]).toEqual([-408, true]);
    expect(host.state.getSnapshot().pointers).toEqual([]);
  });

  it('tells what is done on it in order, each once, and acknowledges the last', async () => {
    const { ask, say, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    const act = (...actions: unknown[]) => say('bob', { op2: 30, evt: 0, cId: 'C1', actions });
    const move = (sn: number) => ({ x: 1, y: 1, oper: 2, sn });
    expect((await act(move(2), { oper: 3, btn: 65, sn: 1 }, 'junk'))()).toMatchObject({ result: 0, arg: { sn: 2 } });
    expect((await act(move(2), move(5), move(5)))()).toMatchObject({ result: 0, arg: { sn: 5 } });
    expect((await act(move(4)))()).toMatchObject({ result: 0, arg: { sn: 5 } });
    expect((await act({ x: 'no', y: 1, oper: 2, sn: 9 }))()).toMatchObject({ arg: { sn: 9 } });
    expect(log.slice(1)).toEqual([['key-down 1', 'move 2'], ['move 5']]);
  });

  it.each([
    ['another member', 'carol', 'C1'],
    ['another control id', 'bob', 'C9'],
  ])('takes nothing from %s', async (_, memId, cId) => {
    const { ask, say, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    for (const evt of [0, 3, 9]) {
      expect((await say(memId, { op2: 30, evt, cId, actions: [] }))()).toMatchObject({ result: -405 });
    }
    await say(memId, { op2: 30, evt: 2, cId });
    expect(log).toEqual([['controlled', 'bob', 'C1']]);
  });

  it('ignores requests with no member id', async () => {
    const { say, server } = await setUp({ allowPointer: () => true });
    await say(undefined, { op2: 30, evt: 1, cId: 'C1' });
    await say(undefined, { op2: 20, zoom: 20_000 });
    expect(server.messages(Op.Response)).toEqual([]);
  });

  it('exists of own streams only, and for members that are known', async () => {
    const { say } = await setUp({ allowPointer: () => true });
    expect((await say('bob', { op2: 30, evt: 1, cId: 'C1', streamId: 'other' }))()).toMatchObject({ result: -405 });
    expect((await say('eve', { op2: 30, evt: 1, cId: 'C1' }))()).toMatchObject({ result: -405 });
  });

  it('is freed after 30 s without actions and keep-alives, looked for every 10 s', async () => {
    const { ask, say, scenario, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    await scenario.advance(25_000);
    await say('bob', { op2: 30, evt: 3, cId: 'C1' });
    await scenario.advance(34_000);
    expect(log).toHaveLength(1);
    await scenario.advance(1_000);
    expect(log.at(-1)).toEqual(['freed', 'bob', 'C1', 'timeout']);
  });

  it.each<[string, string, (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['its controller releases it', 'stopped', ({ say }) => say('bob', { op2: 30, evt: 2, cId: 'C1' })],
    ['its controller leaves', 'member-left', ({ server }) => server.push({ op: Op.MemberExited, memId: 'bob' })],
    ['the stream ends', 'stream-removed', ({ stream }) => stream.unpublish()],
    ['the stream is hung up', 'stream-removed', ({ conference, stream }) => conference.hangUp(stream.id)],
    ['the owner stops it', 'freed', ({ host }) => host.stop()],
    ['the owner takes its consent back', 'freed', ({ host }) => host.revoke('bob')],
    ['the conference is left', 'closed', ({ conference }) => conference.leave()],
  ])('is freed when %s', async (_, reason, happen) => {
    const all = await setUp({ allowPointer: () => true });
    await all.ask('bob', 'C1');
    await happen(all);
    await all.scenario.advance();
    expect(all.log.at(-1)).toEqual(['freed', 'bob', 'C1', reason]);
    expect(all.host.state.getSnapshot().pointers).toEqual([]);
  });

  it('that its owner stops is told to controllers that take it, and to no others', async () => {
    const { scenario, server, host, ask, stream } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    host.stop(stream.id);
    const member = fakeMember('dora', { res: { ops: [100232, 100230, 1003] } });
    server.push({ op: Op.MemberEntered, mem: member });
    await ask('dora', 'C2');
    host.stop();
    await scenario.advance();
    expect(server.messages(Op.Control).map((message) => [message.memId, argOf(message)])).toEqual([
      ['dora', { op2: 30, streamId: stream.id, evt: 2, cId: 'C2' }],
    ]);
  });
});
