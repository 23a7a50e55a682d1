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

  it('asks in order what comes while being controlled is still loaded, and nothing once it is closed', async () => {
    const allowPointer = vi.fn(() => true);
    const { host, server, scenario, stream } = await setUp({ allowPointer });
    const push = (memId: string, evt: number, tsxId: string) =>
      server.push({
        op: Op.Control,
        memId,
        tsxId,
        arg: JSON.stringify({ op2: 30, evt, streamId: stream.id, cId: 'C1' }),
      });
    const answers = () => server.messages(Op.Response).map(({ tsxId, result }) => [tsxId, result]);
    push('bob', 1, 'A');
    push('bob', 2, 'B');
    push('carol', 1, 'C');
    expect([answers(), allowPointer.mock.calls.length]).toEqual([[], 0]);
    await vi.dynamicImportSettled();
    await scenario.advance();
    expect(answers()).toEqual([
      ['A', -402],
      ['B', 0],
      ['C', 0],
    ]);
    host.close();
    push('carol', 1, 'D');
    await scenario.advance();
    expect(answers().at(-1)).toEqual(['D', -405]);

    const late = await setUp({ allowPointer });
    const answer = late.ask('bob', 'C1');
    late.host.close();
    expect((await answer)()).toMatchObject({ result: -405 });
    expect(allowPointer).toHaveBeenCalledTimes(2);
  });

  it.each([undefined, null, 0, 'yes', {}])('is not given by %o', async (decision) => {
    const { ask, host } = await setUp({ allowPointer: () => decision as unknown as boolean });
    expect((await ask('bob', 'C1'))()).toMatchObject({ result: -402 });
    expect(host.state.getSnapshot().pointers).toEqual([]);
  });

  it.each([undefined, '', 7, 'C'.repeat(65)])('is nobody’s under the name %o', async (cId) => {
    const allowPointer = vi.fn(() => true);
    const { ask } = await setUp({ allowPointer });
    expect((await ask('bob', cId as string))()).toMatchObject({ result: -405 });
    expect(allowPointer).not.toHaveBeenCalled();
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
    const { ask, say, log, scenario } = await setUp({
      allowPointer: () => new Promise((resolve) => (decide = resolve)),
    });
    const first = await ask('bob', 'C1');
    expect((await ask('carol', 'C2'))()).toMatchObject({ result: -403 });
    expect(first()).toBeUndefined();
    // Actions of a member that only requested control are refused as well.
    expect((await say('bob', { op2: 30, evt: 0, cId: 'C1', actions: [{ oper: 3, btn: 65, sn: 1 }] }))()).toMatchObject({
      result: -405,
    });
    expect(log).toEqual([]);
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

  it('is freed after the time that the application chose', async () => {
    const { ask, scenario, log } = await setUp({ allowPointer: () => true, checkIntervalMs: 1_000, timeoutMs: 4_000 });
    await ask('bob', 'C1');
    await scenario.advance(3_999);
    expect(log).toHaveLength(1);
    await scenario.advance(1);
    expect(log.at(-1)).toEqual(['freed', 'bob', 'C1', 'timeout']);
  });

  it('takes nothing behind a gap: what was sent before comes again, and is taken in order', async () => {
    const { ask, say, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    const key = (sn: number) => ({ oper: 3, btn: 65, sn });
    const batch = (after: unknown, ...sns: number[]) =>
      say('bob', { op2: 30, evt: 0, cId: 'C1', after, actions: sns.map(key) });
    expect((await batch(0, 1))()).toMatchObject({ result: 0, arg: { sn: 1 } });
    expect((await batch(3, 4))()).toMatchObject({ result: -408, arg: { sn: 1 } });
    expect((await batch(2, 3))()).toMatchObject({ result: -408, arg: { sn: 1 } });
    expect((await batch(1, 2, 3, 4))()).toMatchObject({ result: 0, arg: { sn: 4 } });
    // Moves may be skipped; deployed controllers do not report that.
    expect((await batch(4, 9))()).toMatchObject({ result: 0, arg: { sn: 9 } });
    expect((await batch(undefined, 12))()).toMatchObject({ result: 0, arg: { sn: 12 } });
    expect((await batch('x', 13))()).toMatchObject({ result: 0, arg: { sn: 13 } });
    expect(log.slice(1).flat()).toEqual([1, 2, 3, 4, 9, 12, 13].map((sn) => `key-down ${sn}`));
  });

  it.each<[string, (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['gives it back', ({ say }) => say('bob', { op2: 30, evt: 2, cId: 'C1' })],
    ['leaves', ({ server }) => server.push({ op: Op.MemberExited, memId: 'bob' })],
    ['is silent', ({ scenario }) => scenario.advance(60_000)],
    ['asks again', ({ ask }) => ask('bob', 'C2')],
    ['is stopped', ({ host }) => host.stop()],
    ['is controlled no more', ({ conference }) => conference.leave()],
  ])('keeps nothing pressed when its controller %s', async (_, happen) => {
    const all = await setUp({ allowPointer: () => true });
    await all.ask('bob', 'C1');
    const seen: unknown[] = [];
    all.host.on('actions', ({ state }, actions) => seen.push(...actions.map((action) => ({ ...action, state }))));
    const place = (sn: number, x: number) => ({ x, y: 5_000, sn });
    await all.say('bob', {
      op2: 30,
      evt: 0,
      cId: 'C1',
      actions: [
        { ...place(1, 0), oper: 1, btn: 1 },
        { ...place(2, 0), oper: 1, btn: 4 },
        { oper: 3, btn: 65, sn: 3 },
        { oper: 3, btn: 66, sn: 4 },
        { oper: 4, btn: 66, sn: 5 },
        { ...place(6, 0), oper: 0, btn: 4 },
        { ...place(7, 2_500), oper: 2 },
      ],
    });
    seen.length = 0;
    await happen(all);
    await all.scenario.advance();
    expect(seen).toMatchObject([
      { kind: 'up', button: 'left', x: 0.25, y: 0.5, sn: 8, state: 'controlling' },
      { kind: 'key-up', keyCode: 65, sn: 9, state: 'controlling' },
    ]);
    const confirmed = all.log.slice(-4).map((entry) => (Array.isArray(entry) ? String(entry[0]) : ''));
    expect(confirmed.indexOf('up 8')).toBeLessThan(confirmed.indexOf('freed'));
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
    const enters = (name: string, ...ops: readonly number[]) =>
      server.push({ op: Op.MemberEntered, mem: fakeMember(name, { res: { ops } }) });
    enters('emil', 100230, 1003);
    await ask('emil', 'C1');
    host.stop(stream.id);
    enters('dora', 100232, 100230, 1003);
    await ask('dora', 'C2');
    host.stop();
    await scenario.advance();
    expect(server.messages(Op.Control).map((message) => [message.memId, argOf(message)])).toEqual([
      ['dora', { op2: 30, streamId: stream.id, evt: 2, cId: 'C2' }],
    ]);
  });

  it('may be stopped by what is done on it; what is pressed is released once', async () => {
    const { ask, say, host, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    host.on('actions', () => host.stop());
    await say('bob', { op2: 30, evt: 0, cId: 'C1', actions: [{ oper: 3, btn: 65, sn: 1 }] });
    expect(log.slice(1)).toEqual([['key-down 1'], ['key-up 2'], ['freed', 'bob', 'C1', 'freed']]);
  });
});
