import { describe, expect, it } from 'vitest';
import type { Conference } from '../conference/types.js';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember } from '../testing/scenario.js';
import { Drawing } from './drawing.js';
import { shareDrawing, type DrawingShare } from './share.js';

const OPS = [100231];
const ON = { streamId: 'S', controlId: 'abcdef' };

/** Ann and Ben, whose servers relay their messages to each other while `isUp`. */
async function meet() {
  const enter = (memId: string, other: string) => ({ memId, mems: [fakeMember(other, { res: { ops: OPS } })] });
  const [ann, ben] = await Promise.all([
    Scenario.joined({ enter: enter('ann', 'ben') }),
    Scenario.joined({ enter: enter('ben', 'ann') }),
  ]);
  const net = { isUp: true };
  const connect = (from: Scenario, memId: string, to: Scenario): void => {
    for (const op of [Op.Control, Op.Response]) {
      from.platform.server.on(op, ({ tsxId, arg, result, msg }) => {
        if (net.isUp) to.platform.server.push({ op, memId, arg, result, msg, ...(tsxId !== undefined && { tsxId }) });
        return undefined;
      });
    }
  };
  connect(ann.scenario, 'ann', ben.scenario);
  connect(ben.scenario, 'ben', ann.scenario);
  const advance = async (ms = 0): Promise<void> => {
    for (let round = 0; round < 4; round++) {
      await ann.scenario.advance(round === 3 ? ms : 0);
      await ben.scenario.advance(round === 3 ? ms : 0);
    }
  };
  const open = (conference: Conference, memberId: string, more = {}) =>
    shareDrawing(conference, { ...ON, memberId, ...more });
  return { ann, ben, net, advance, open };
}

const draw = ({ drawing }: DrawingShare, ...xs: readonly number[]): void => {
  const [x = 0, ...more] = xs;
  const pen = drawing.begin({ color: '#0000ff' }, { x, y: 0 });
  for (const next of more) pen.move({ x: next, y: 0 });
  pen.end();
};
const strokesOf = ({ drawing }: DrawingShare) => drawing.state.getSnapshot().strokes;
const controlsOf = ({ scenario }: { readonly scenario: Scenario }) => scenario.platform.server.messages(Op.Control);

describe('a shared drawing', () => {
  it('is the same on both sides, while it is drawn and after undo and clear', async () => {
    const { ann, ben, advance, open } = await meet();
    const [here, there] = [open(ann.conference, 'ben'), open(ben.conference, 'ann')];
    const pen = here.drawing.begin({ mode: 'xor', width: 90 }, { x: 5, y: 5 });
    await advance(50);
    expect(strokesOf(there)).toMatchObject([{ author: 'ann', mode: 'xor', width: 90, points: [5, 5], isEnded: false }]);
    pen.move({ x: 500, y: 700 });
    draw(there, 100, 900);
    await advance(50);
    await advance(50);
    expect(strokesOf(there)).toEqual(strokesOf(here));
    expect(strokesOf(here).map(({ author }) => author)).toEqual(['ann', 'ben']);
    here.drawing.undo();
    await advance(50);
    expect(strokesOf(there).map(({ author }) => author)).toEqual(['ben']);
    here.drawing.clear();
    await advance(50);
    await advance(50);
    expect([strokesOf(here), strokesOf(there), here.state.getSnapshot().state]).toEqual([[], [], 'idle']);
  });

  it('has at most one message on its way, and puts into the next what was drawn meanwhile', async () => {
    const { ann, ben, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    open(ben.conference, 'ann');
    await advance(50);
    await advance(50);
    const before = controlsOf(ann).length;
    draw(here, 10, 100, 200, 300, 400);
    expect(here.state.getSnapshot().state).toBe('sending');
    await advance(50);
    await advance(50);
    const args = controlsOf(ann).map(({ arg }) => JSON.parse(String(arg)) as Record<string, unknown>);
    expect(args.slice(before)).toMatchObject([
      { op2: 31, streamId: 'S', cId: 'abcdef', sn: 1, ops: [{ begin: 1, at: 1, xy: [10, 0] }] },
      { sn: 3, ops: [{ draw: 1, xy: [100, 0, 200, 0, 300, 0, 400, 0] }, { end: 1 }] },
    ]);
    expect(here.state.getSnapshot()).toEqual({ state: 'idle', error: undefined });
  });

  it('arrives once and in order where messages or their answers are lost', async () => {
    const { ann, ben, net, advance, open } = await meet();
    const [here, there] = [open(ann.conference, 'ben'), open(ben.conference, 'ann')];
    await advance(50);
    await advance(50);
    ben.scenario.platform.server.on(Op.Response, () => undefined);
    draw(here, 10, 100);
    await advance();
    net.isUp = false;
    draw(here, 20, 200);
    await advance(5_000);
    expect([here.state.getSnapshot().state, strokesOf(there).length]).toEqual(['retrying', 1]);
    net.isUp = true;
    ben.scenario.platform.server.on(Op.Response, ({ tsxId, arg, result }) => {
      ann.scenario.platform.server.push({ op: Op.Response, memId: 'ben', tsxId: tsxId ?? '', arg, result });
      return undefined;
    });
    await advance(500);
    await advance(50);
    await advance(50);
    expect(strokesOf(there)).toEqual(strokesOf(here));
    expect(strokesOf(there).length).toBe(2);
  });

  it('waits for the other side to begin, and tells everything to one that begins anew', async () => {
    const { ann, ben, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    draw(here, 10, 100);
    await advance(500);
    expect(here.state.getSnapshot().state).toBe('retrying');
    const first = open(ben.conference, 'ann');
    await advance(500);
    await advance(100);
    await advance(100);
    expect(strokesOf(first)).toEqual(strokesOf(here));
    draw(first, 7, 700);
    await advance(100);
    await advance(100);
    first.close();
    const second = open(ben.conference, 'ann', { drawing: first.drawing });
    draw(here, 20, 200);
    for (let round = 0; round < 6; round++) await advance(100);
    expect(strokesOf(second)).toEqual(strokesOf(here));
    expect(strokesOf(here).length).toBe(3);
    // One that has no ops, while the other side draws nothing.
    second.close();
    const third = open(ben.conference, 'ann');
    for (let round = 0; round < 6; round++) await advance(100);
    expect(strokesOf(third)).toEqual(strokesOf(here));
    expect(strokesOf(here).map(({ author }) => author)).toEqual(['ann', 'ann']);
    // One that starts while the other side pauses.
    draw(here, 30, 300);
    await advance();
    await advance(50);
    await advance();
    expect(here.state.getSnapshot().state).toBe('pausing');
    third.close();
    const fourth = open(ben.conference, 'ann');
    for (let round = 0; round < 6; round++) await advance(100);
    expect(strokesOf(fourth)).toEqual(strokesOf(here));
    expect(strokesOf(here).length).toBe(3);
  });

  it('says that it is there, and waits in silence where nobody answers and nothing is to be told', async () => {
    const { ann, ben, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    for (let minute = 0; minute < 2; minute++) await advance(60_000);
    expect([here.state.getSnapshot().state, controlsOf(ann).length]).toEqual(['idle', 1]);
    const there = open(ben.conference, 'ann');
    await advance(100);
    draw(here, 10, 100);
    await advance(100);
    await advance(100);
    expect(strokesOf(there)).toEqual(strokesOf(here));
    expect(strokesOf(here).length).toBe(1);
  });

  it('is given up where the other side refuses for half a minute', async () => {
    const { ann, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    draw(here, 10, 100);
    for (let second = 0; second < 31; second++) {
      await advance(500);
      await advance(500);
    }
    expect(here.state.getSnapshot()).toMatchObject({ state: 'refused', error: { code: -507 } });
    const before = controlsOf(ann).length;
    draw(here, 20);
    await advance(1_000);
    expect(controlsOf(ann).length).toBe(before);
  });

  it('ends at once where the control is over that it was taken in, and waits for a side without a connection', async () => {
    const { ann, ben, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    open(ben.conference, 'ann');
    draw(here, 10, 100);
    await advance(100);
    await advance(100);
    const { server } = ann.scenario.platform;
    let result = -408;
    server.on(Op.Control, ({ tsxId }) => {
      server.push({ op: Op.Response, result, ...(tsxId !== undefined && { tsxId }) });
      return undefined;
    });
    draw(here, 20, 200);
    for (let second = 0; second < 60; second++) await advance(1_000);
    expect(here.state.getSnapshot().state).toBe('retrying');
    result = -405;
    await advance(1_000);
    await advance();
    expect(here.state.getSnapshot()).toMatchObject({ state: 'refused', error: { code: -405 } });
  });

  it('takes only a drawing of the local member', async () => {
    const { ann, advance, open } = await meet();
    const strange = new Drawing('ben');
    expect(() => open(ann.conference, 'ben', { drawing: strange })).toThrow('author ann');
    strange.begin({}, { x: 1, y: 1 });
    await advance(100);
    expect(controlsOf(ann)).toEqual([]);
    expect(open(ann.conference, 'ben', { drawing: new Drawing('ann') }).state.getSnapshot().state).toBe('sending');
  });

  it('refuses what is no drawing, and what comes from anybody else or for another control', async () => {
    const { ann, advance, open } = await meet();
    const here = open(ann.conference, 'ben');
    const { server } = ann.scenario.platform;
    const say = (tsxId: string, memId: string, arg: object): void =>
      server.push({
        op: Op.Control,
        memId,
        tsxId,
        arg: JSON.stringify({ op2: 31, streamId: 'S', cId: 'abcdef', ...arg }),
      });
    const ops = [{ begin: 1, at: 1, style: {}, xy: [1, 1] }];
    say('T1', 'ben', { id: 'x', sn: 1, ops: [{ begin: 1 }] });
    say('T2', 'eve', { id: 'x', sn: 1, ops });
    say('T3', 'ben', { id: 'x', sn: 1, ops, cId: 'other1' });
    say('T4', 'ben', { id: 'x', sn: 1, ops, streamId: 'T' });
    await advance();
    expect(server.messages(Op.Response).map(({ tsxId, result }) => [tsxId, result])).toEqual(
      ['T1', 'T2', 'T3', 'T4'].map((tsxId) => [tsxId, -507]),
    );
    expect(strokesOf(here)).toEqual([]);
    say('T5', 'ben', { id: 'x', sn: 1, ops });
    await advance();
    expect([server.messages(Op.Response).at(-1)?.result, strokesOf(here).length]).toEqual([0, 1]);
  });

  it('needs a member who knows it, and ends with the member, the conference, or by hand', async () => {
    const { ann, ben, open } = await meet();
    expect(() => open(ann.conference, 'nobody')).toThrow(expect.objectContaining({ code: -507 }));
    const [here, there, third] = [
      open(ann.conference, 'ben'),
      open(ben.conference, 'ann'),
      open(ben.conference, 'ann'),
    ];
    third.close();
    third.close();
    ann.scenario.platform.server.push({ op: Op.MemberExited, mem: { id: 'ben', name: 'org#app_ben' }, memId: 'ben' });
    await ann.scenario.advance();
    const leaving = ben.conference.leave();
    await ben.scenario.advance(1_000);
    await leaving;
    expect([here, there, third].map(({ state }) => state.getSnapshot().state)).toEqual(['closed', 'closed', 'closed']);
    draw(here, 1);
    expect(ben.scenario.held).toMatchObject({ timers: 0 });
  });
});
