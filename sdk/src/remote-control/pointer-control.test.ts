import { describe, expect, it } from 'vitest';
import { Op, type WireMessage } from '../protocol/index.js';
import { argOf } from '../testing/controlled.js';
import { answerWith, controllingFixture as controlling, endsOf } from '../testing/controlling.js';

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
    const confirmed: number[] = [];
    pointer.on('sent', (actions) => confirmed.push(...actions.map(({ sn }) => sn)));
    for (let count = 0; count < 4; count++) pointer.key(count, true);
    for (let count = 0; count < 21; count++) pointer.move({ x: count / 100, y: 0 });
    pointer.press('left', { x: 0.5, y: 0.5 });
    await scenario.advance();
    server.on(Op.Control, () => undefined);
    server.push({ op: Op.Response, tsxId: held[0]!.tsxId!, ...answerWith(0, { sn: 1 }) });
    await scenario.advance();
    const last = argOf(server.messages(Op.Control).at(-1)!).actions as { sn: number }[];
    // Moves 5 to 24, of which 5, 7, 9 … were dropped when 25 was added.
    expect(last.map(({ sn }) => sn)).toEqual([6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 25, 26]);
    expect(confirmed).toEqual([1, 2, 3, 4, ...last.map(({ sn }) => sn)]);
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

describe('what gets lost on its way', () => {
  /** A surface that answers only by the test; `batches` has `after` and the action numbers of each batch. */
  const silent = async () => {
    const all = await controlling();
    const held: WireMessage[] = [];
    all.server.on(Op.Control, (message) => void held.push(message));
    const batches = () =>
      held
        .map(argOf)
        .filter(({ evt }) => evt === 0)
        .map(({ after, actions }) => [after, (actions as { sn: number }[]).map(({ sn }) => sn)]);
    const probes = () => held.filter((message) => argOf(message).evt === 3);
    const reply = async (message: WireMessage | undefined, result: number, arg: object = {}) => {
      all.server.push({ op: Op.Response, tsxId: message?.tsxId ?? '', ...answerWith(result, arg) });
      await all.scenario.advance();
    };
    return { ...all, held, batches, probes, reply };
  };

  it('says what was sent before it, so that the other side knows of a gap', async () => {
    const { scenario, pointer, batches, reply, held } = await silent();
    for (let count = 0; count < 5; count++) pointer.key(count, true);
    for (let count = 0; count < 21; count++) pointer.move({ x: count / 100, y: 0 });
    await scenario.advance();
    await reply(held[0], 0, { sn: 1 });
    // Dropped moves are no gap.
    expect(batches()).toEqual([
      [0, [1]],
      [1, [2]],
      [2, [3]],
      [3, [4]],
      [4, [5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 26]],
    ]);
  });

  it('goes out again in order with all that came after it, as soon as the other side is there', async () => {
    const { scenario, pointer, held, batches, probes, reply } = await silent();
    for (let count = 0; count < 4; count++) pointer.key(count, true);
    await scenario.advance();
    // The first was lost with its connection; the others arrived, but could not be applied.
    for (const message of held.slice(0, 4)) await reply(message, -408, { sn: 0 });
    expect(probes()).toHaveLength(1);
    pointer.key(4, true);
    await scenario.advance();
    expect(batches()).toHaveLength(4);
    await reply(probes()[0], 0, { sn: 0 });
    expect(batches().slice(4)).toEqual([[0, [1, 2, 3, 4, 5]]]);
  });

  it('is not asked about again and again while nobody is there', async () => {
    const { scenario, pointer, held, probes, reply } = await silent();
    pointer.key(1, true);
    await scenario.advance();
    await reply(held[0], -408);
    await reply(probes()[0], -408);
    await scenario.advance(9_000);
    expect(probes()).toHaveLength(1);
    await scenario.advance(1_000);
    expect(probes()).toHaveLength(2);
  });
});
