import { COMPOSITE_MODES, type PenStyle } from '@lectern/rtc/overlay';
import { ControlOp, Op } from '@lectern/rtc/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignallingProxy, type Frame } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamBecomes } from './classroom.js';
import type { DrawingState, DrawingStep, DrawnOn } from './drawing-side.js';
import type { HeadlessParticipant } from './headless-participant.js';

const PEN: PenStyle = { color: '#0044cc', width: 80 };

const line = (style: PenStyle, ...places: readonly (readonly [number, number])[]): DrawingStep[] => {
  const [[x, y] = [0, 0], ...more] = places;
  return [{ do: 'begin', style, x, y }, ...more.map(([nextX, nextY]) => ({ do: 'move', x: nextX, y: nextY }) as const), { do: 'end' }]; // prettier-ignore
};

const draw = (participant: HeadlessParticipant, steps: readonly DrawingStep[]): Promise<unknown> =>
  participant.tell('drawing', { act: 'draw', steps });

const drawingOf = (
  participant: HeadlessParticipant,
  what: string,
  fits: (state: DrawingState) => boolean,
): Promise<DrawingState> => eventually(`${participant.name} ${what}`, () => participant.tell('drawingState'), fits);

/** Waits until each side has sent everything, and returns the drawings of all of them. */
const settled = async (...sides: readonly HeadlessParticipant[]): Promise<readonly DrawingState[]> => {
  for (const side of sides) await drawingOf(side, 'having told everything', ({ sharing }) => sharing === 'idle');
  return Promise.all(sides.map((side) => side.tell('drawingState')));
};

const argOf = ({ message }: Frame): { readonly op2?: unknown; readonly evt?: unknown } =>
  typeof message?.['arg'] === 'string' ? (JSON.parse(message['arg']) as { op2?: unknown; evt?: unknown }) : {};

describe('a drawing over the picture of another member', () => {
  let server: ServerProcess;
  let classroom: Classroom;
  let proxy: SignallingProxy;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(async () => {
    classroom = new Classroom(server.url);
    proxy = await SignallingProxy.start(server.url);
  });

  afterEach(async () => {
    await classroom.close();
    await proxy.close();
  });

  const idOf = async (viewer: HeadlessParticipant, { name }: HeadlessParticipant): Promise<string> =>
    (await viewer.tell('state')).members.find((member) => member.name.endsWith(`_${name}`))?.id ?? '';

  /** Ann watches Ben's stream; one of them may be behind the proxy. */
  const sitDown = async (behindProxy?: 'ann' | 'ben') => {
    const at = (name: string) => (behindProxy === name ? { serverUrl: proxy.url } : {});
    const ben = await classroom.enter('ben', { publish: { audio: false, video: true }, ...at('ben') });
    const ann = await classroom.enter('ann', { publish: 'nothing', ...at('ann') });
    const stream = await streamBecomes(ann, ben, 'linked', (known) => known?.link === 'linked');
    const streamId = stream?.id ?? '';
    const ids = { ann: await idOf(ben, ann), ben: await idOf(ann, ben) };
    return { ann, ben, streamId, ids };
  };

  /** Ann controls it. */
  const control = async (behindProxy?: 'ann' | 'ben') => {
    const people = await sitDown(behindProxy);
    const { ann, ben, streamId, ids } = people;
    await ben.tell('control', { act: 'allow', pointer: true, media: false });
    const controlId = String(await ann.tell('control', { act: 'point', streamId }));
    const onBen: DrawnOn = { memberId: ids.ben, streamId, controlId };
    const onAnn: DrawnOn = { memberId: ids.ann, streamId, controlId };
    return { ...people, onAnn, onBen };
  };

  /** And both draw. */
  const share = async (behindProxy?: 'ann' | 'ben') => {
    const people = await control(behindProxy);
    await people.ann.tell('drawing', { act: 'share', on: people.onBen });
    await people.ben.tell('drawing', { act: 'share', on: people.onAnn });
    return people;
  };

  it('arrives as it was drawn: modes, colours, widths, undo, redo and clear, from both sides', async () => {
    const { ann, ben } = await share();
    const styles = COMPOSITE_MODES.map((mode, index) => ({
      mode,
      color: index % 2 === 0 ? `#0000${(index + 16).toString(16)}` : `#00ff00${(index + 16).toString(16)}`,
      width: 1 + index * 180,
    }));
    for (const [index, style] of styles.entries()) {
      const y = index * 800;
      await draw(ann, line(style, [0, y], [5_000, y], [10_000, 10_000 - y]));
    }
    let [annHas, benHas] = await settled(ann, ben);
    expect(annHas?.strokes).toMatchObject(
      styles.map((style, index) => ({
        ...style,
        points: [0, index * 800, 5_000, index * 800, 10_000, 10_000 - index * 800],
        isEnded: true,
      })),
    );
    expect(benHas?.strokes).toEqual(annHas?.strokes);

    await Promise.all([
      draw(ann, [{ do: 'undo' }, { do: 'undo' }, { do: 'redo' }]),
      draw(ben, [...line(PEN, [1, 1]), ...line({ mode: 'destination-out' }, [0, 0], [900, 900]), { do: 'undo' }]),
    ]);
    [annHas, benHas] = await settled(ann, ben);
    expect(annHas?.strokes).toHaveLength(styles.length);
    expect(benHas?.strokes).toEqual(annHas?.strokes);
    expect([annHas?.canRedo, benHas?.canRedo]).toEqual([true, true]);

    await draw(ben, [{ do: 'clear' }]);
    [annHas, benHas] = await settled(ann, ben);
    expect([annHas?.strokes, benHas?.strokes]).toEqual([[], []]);
    await draw(ben, [{ do: 'undo' }]);
    [annHas, benHas] = await settled(ann, ben);
    expect(annHas?.strokes).toHaveLength(styles.length);
    expect(benHas?.strokes).toEqual(annHas?.strokes);
  });

  it.each(['ann', 'ben'] as const)('goes on where the socket of %s is cut in the middle of strokes', async (cut) => {
    const { ann, ben } = await share(cut);
    await draw(ann, [
      { do: 'begin', style: PEN, x: 0, y: 0 },
      { do: 'move', x: 500, y: 0 },
    ]);
    await drawingOf(ben, 'seeing the beginning', ({ strokes }) => strokes[0]?.points.length === 4);
    proxy.refuse();
    proxy.cut('reset');
    const places = Array.from(
      { length: 200 },
      (_, index) => ({ do: 'move', x: 550 + index * 40, y: index * 20 }) as const,
    );
    await draw(ann, [...places, { do: 'end' }, ...line({ mode: 'xor' }, [9_000, 0], [0, 9_000]), { do: 'undo' }]);
    await draw(ben, line({ mode: 'lighter', width: 300 }, [0, 5_000], [10_000, 5_000]));
    expect((await ben.tell('drawingState')).strokes[0]).toMatchObject({ points: [0, 0, 500, 0], isEnded: false });
    expect((await ann.tell('drawingState')).strokes).toHaveLength(1);
    proxy.restore();

    const [annHas, benHas] = await settled(ann, ben);
    expect(annHas?.strokes.map(({ points, isEnded }) => [points.length, isEnded])).toEqual([
      [404, true],
      [4, true],
    ]);
    expect(benHas?.strokes).toEqual(annHas?.strokes);
  });

  it.each([
    ['before it has reached the server', 'message'],
    ['after it was taken and before its answer arrives', 'answer'],
  ] as const)('is told once where the socket is cut %s', async (_name, lost) => {
    const { ann, ben } = await share('ann');
    let tsxId: unknown;
    let cuts = 0;
    proxy.rewrite((frame) => {
      const { message, direction } = frame;
      const isDrawing = message?.['op'] === Op.Control && argOf(frame).op2 === ControlOp.Drawing;
      if (direction === 'toServer' && isDrawing) tsxId ??= message['tsxId'];
      const isLost =
        lost === 'message'
          ? direction === 'toServer' && isDrawing
          : message?.['op'] === Op.Response && message['tsxId'] === tsxId;
      if (cuts > 0 || !isLost || tsxId === undefined) return frame;
      cuts += 1;
      proxy.cut('reset');
      return undefined;
    });
    await draw(ann, line(PEN, [0, 0], [3_000, 3_000]));
    await draw(ann, line({ mode: 'source-atop' }, [0, 3_000], [3_000, 0]));
    const [annHas, benHas] = await settled(ann, ben);
    expect(cuts).toBe(1);
    expect(annHas?.strokes).toHaveLength(2);
    expect(benHas?.strokes).toEqual(annHas?.strokes);
  });

  it('gives up the oldest strokes on both sides when it is full', async () => {
    const { ann, ben } = await share();
    const strokes = Array.from({ length: 1_200 }, (_, index) => line(PEN, [index, 0], [index, 5_000], [index, 9_000]));
    const long = Array.from({ length: 5_000 }, (_, index) => [(index * 37) % 10_000, (index * 11) % 10_000] as const);
    await draw(ann, [...line({}, ...long), ...strokes.flat()]);
    const [annHas, benHas] = await settled(ann, ben);
    expect(annHas?.strokes.length).toBeLessThanOrEqual(1_000);
    expect(annHas?.strokes.at(-1)?.points[0]).toBe(1_199);
    expect(benHas?.strokes).toEqual(annHas?.strokes);
  });

  it.each([
    ['over a good network', undefined],
    ['where the socket of its controller is cut', 'ann'],
    ['where the socket of its owner is cut', 'ben'],
  ] as const)('of a pointer is the same on both sides, %s', async (_name, cut) => {
    const { ann, ben, streamId } = await control(cut);
    for (const side of [ann, ben]) await side.tell('drawing', { act: 'follow', streamId });
    let cuts = 0;
    if (cut !== undefined) {
      proxy.rewrite((frame) => {
        const { message, direction } = frame;
        const isActions =
          message?.['op'] === Op.Control && argOf(frame).op2 === ControlOp.PointerSurface && argOf(frame).evt === 0;
        if (cuts > 0 || !isActions || direction !== (cut === 'ann' ? 'toServer' : 'toClient')) return frame;
        cuts += 1;
        proxy.cut('reset');
        return undefined;
      });
    }
    const places = 3_000;
    await ann.tell('drawing', { act: 'drag', streamId, places });
    await ann.tell('drawing', { act: 'drag', streamId, places });
    const { strokes } = await drawingOf(ben, 'seeing both strokes', (state) => state.strokes[1]?.isEnded === true);
    expect(cuts).toBe(cut === undefined ? 0 : 1);
    expect(strokes).toEqual((await ann.tell('drawingState')).strokes);
    // If points are drawn faster than they can be sent, every second one is dropped.
    for (const { points } of strokes) expect(points.length).toBeLessThan(places);
  });

  it('is refused to whoever was given nothing, and to both once the control is over', async () => {
    const { ann, ben, streamId, ids } = await sitDown();
    const cem = await classroom.enter('cem', { publish: 'nothing' });
    const refused = (who: HeadlessParticipant, on: DrawnOn) =>
      expect(who.tell('drawing', { act: 'intrude', on })).rejects.toMatchObject({ code: -405 });
    const beforehand = { streamId, controlId: 'NOBODY' };
    await refused(ann, { ...beforehand, memberId: ids.ben });
    await refused(ben, { ...beforehand, memberId: ids.ann });

    await ben.tell('control', { act: 'allow', pointer: true, media: false });
    const on = { streamId, controlId: String(await ann.tell('control', { act: 'point', streamId })) };
    const [onAnn, onBen] = [
      { ...on, memberId: ids.ann },
      { ...on, memberId: ids.ben },
    ];
    await ann.tell('drawing', { act: 'share', on: onBen });
    await ben.tell('drawing', { act: 'share', on: onAnn });
    await draw(ann, line(PEN, [0, 0], [5_000, 5_000]));
    await draw(ben, line(PEN, [5_000, 0], [0, 5_000]));
    await settled(ann, ben);
    await refused(cem, onBen);
    await refused(cem, onAnn);
    await refused(ann, { ...onBen, controlId: 'OTHER1' });

    await ann.tell('control', { act: 'stopPointing', streamId });
    await refused(ann, onBen);
    await refused(ben, onAnn);
    await draw(ann, line(PEN, [1, 1]));
    const { refusedWith } = await drawingOf(ann, 'being refused', ({ sharing }) => sharing === 'refused');
    expect(refusedWith).toBe(-405);
    expect((await ben.tell('drawingState')).strokes).toHaveLength(2);

    await ann.tell('leave', { close: false });
    await drawingOf(ben, 'drawing alone', ({ sharing }) => sharing === 'closed');
    await draw(ben, line(PEN, [2, 2]));
    expect((await ben.tell('drawingState')).strokes).toHaveLength(3);
  });
});
