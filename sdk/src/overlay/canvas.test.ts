import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { OverlayCanvas } from './canvas.js';
import { Drawing } from './drawing.js';
import { COMPOSITE_MODES } from './style.js';
import { PointerTrail } from './trail.js';

type Call = readonly unknown[];

/** A 2D context that records its calls, with the state at each call. */
class FakeCanvas {
  width = 0;
  height = 0;
  clientWidth = 400;
  clientHeight = 400;
  clientLeft = 0;
  clientTop = 0;
  offsetWidth = 400;
  offsetHeight = 400;
  rect = { left: 10, top: 20, width: 400, height: 400 };
  readonly calls: Call[] = [];
  readonly ownerDocument = { defaultView: null };
  readonly #context: Record<string, unknown> = {};

  constructor() {
    const names = ['save', 'restore', 'beginPath', 'rect', 'clip', 'moveTo', 'lineTo', 'quadraticCurveTo', 'arc'];
    for (const name of [...names, 'clearRect', 'setTransform', 'drawImage']) {
      this.#context[name] = (...args: unknown[]) => this.calls.push([name, ...args]);
    }
    for (const name of ['stroke', 'fill']) {
      this.#context[name] = () => {
        const { globalCompositeOperation, strokeStyle, lineWidth } = this.#context;
        this.calls.push([name, globalCompositeOperation, strokeStyle, lineWidth]);
      };
    }
  }

  getContext = () => this.#context;
  getBoundingClientRect = () => this.rect;
}

function setUp({ ratio = 1, isMirrored = false } = {}) {
  const canvas = new FakeCanvas();
  const layer = new FakeCanvas();
  const video = {
    clientWidth: 400,
    clientHeight: 400,
    videoWidth: 640,
    videoHeight: 320,
    ownerDocument: { defaultView: { getComputedStyle: () => ({ objectFit: 'contain' }) } },
  };
  const frames: (() => void)[] = [];
  let watched: (() => void) | undefined;
  const density = { ratio };
  const drawing = new Drawing();
  const clock = new FakeClock();
  const trail = new PointerTrail(clock);
  const overlay = new OverlayCanvas({
    canvas: canvas as unknown as HTMLCanvasElement,
    video: video as unknown as HTMLVideoElement,
    isMirrored,
    drawing,
    trail,
    page: {
      pixelRatio: () => density.ratio,
      requestFrame: (callback) => {
        frames.push(callback);
        return () => frames.splice(frames.indexOf(callback) >>> 0, 1);
      },
      watchSizes: (_canvas, _video, listener) => {
        watched = listener;
        return () => (watched = undefined);
      },
      createCanvas: () => layer as unknown as HTMLCanvasElement,
    },
  });
  /** Paints the next frame, and returns the calls on the canvas and on the layer below. */
  const frame = () => {
    canvas.calls.length = 0;
    layer.calls.length = 0;
    for (const paint of frames.splice(0)) paint();
    return { front: canvas.calls, finished: layer.calls };
  };
  const line = (style = {}): void => {
    const pen = drawing.begin(style, { x: 0, y: 0 });
    pen.move({ x: 5000, y: 5000 });
    pen.end();
  };
  return {
    canvas,
    layer,
    video,
    frames,
    density,
    drawing,
    clock,
    trail,
    overlay,
    frame,
    line,
    resized: () => watched?.(),
    isWatching: () => watched !== undefined,
  };
}

const named = (calls: readonly Call[], ...names: readonly string[]) =>
  calls.filter(([name]) => names.includes(String(name)));

describe('an overlay', () => {
  it('paints inside the picture, with the width of the picture’s parts, in the screen’s own pixels', () => {
    const { canvas, frame, line, overlay } = setUp({ ratio: 2 });
    line({ width: 100, color: '#00ff00' });
    const { finished, front } = frame();
    expect([canvas.width, canvas.height]).toEqual([800, 800]);
    expect(named(finished, 'setTransform', 'rect', 'moveTo', 'lineTo', 'stroke')).toEqual([
      ['setTransform', 2, 0, 0, 2, 0, 0],
      ['rect', 0, 100, 400, 200],
      ['moveTo', 0, 100],
      ['lineTo', 200, 200],
      ['stroke', 'source-over', '#00ff00', 4],
    ]);
    expect(named(front, 'drawImage')).toHaveLength(1);
    expect(overlay.area).toEqual({ x: 0, y: 100, width: 400, height: 200 });
  });

  it('turns with a mirrored video, and finds places in it', () => {
    const { frame, line, overlay } = setUp();
    line();
    frame();
    overlay.isMirrored = true;
    expect(named(frame().finished, 'moveTo', 'lineTo')).toEqual([
      ['moveTo', 400, 100],
      ['lineTo', 200, 200],
    ]);
    expect(overlay.placeAt({ x: 110, y: 220 })).toEqual({ x: 7500, y: 5000 });
    expect(overlay.placeAt({ x: 110, y: 60 })).toBeUndefined();
    expect(overlay.nearestPlace({ x: 110, y: 60 })).toEqual({ x: 7500, y: 0 });
  });

  it('finds places where CSS scales it, and within its border', () => {
    const { canvas, overlay } = setUp();
    Object.assign(canvas, { clientLeft: 4, clientTop: 4, offsetWidth: 408, offsetHeight: 408 });
    canvas.rect = { left: 10, top: 20, width: 204, height: 816 };
    // The scale is 1/2 across and 2 down: 52 px are 104 px of layout, 4 px of border and 100 px of the frame.
    expect(overlay.placeAt({ x: 10 + 52, y: 20 + 408 })).toEqual({ x: 2500, y: 5000 });
  });

  it.each(COMPOSITE_MODES)('paints in the mode %s', (mode) => {
    const { frame, line } = setUp();
    line({ mode });
    expect(named(frame().finished, 'stroke')[0]?.[1]).toBe(mode === 'darker' ? 'darken' : mode);
  });

  it('paints a finished stroke once, and one that grows with each frame; undo paints the rest again', () => {
    const { drawing, frame, line } = setUp();
    line();
    expect(named(frame().finished, 'stroke')).toHaveLength(1);
    const pen = drawing.begin({}, { x: 100, y: 100 });
    let painted = frame();
    expect([named(painted.finished, 'stroke').length, named(painted.front, 'fill').length]).toEqual([0, 1]);
    pen.move({ x: 900, y: 900 });
    pen.move({ x: 1900, y: 900 });
    painted = frame();
    expect([named(painted.finished, 'stroke').length, named(painted.front, 'stroke').length]).toEqual([0, 1]);
    pen.end();
    painted = frame();
    expect([named(painted.finished, 'stroke').length, named(painted.front, 'stroke').length]).toEqual([1, 0]);
    drawing.undo();
    expect(named(frame().finished, 'stroke')).toHaveLength(1);
  });

  it('is painted again where it, its picture or the screen has another size', () => {
    const { canvas, video, density, frame, frames, line, resized } = setUp();
    line();
    frame();
    expect(frames).toEqual([]);
    Object.assign(canvas, { clientWidth: 200, clientHeight: 100 });
    Object.assign(video, { clientWidth: 200, clientHeight: 100 });
    density.ratio = 1.5;
    resized();
    resized();
    expect(frames).toHaveLength(1);
    expect(named(frame().finished, 'moveTo', 'lineTo')).toEqual([
      ['moveTo', 0, 0],
      ['lineTo', 100, 50],
    ]);
    expect([canvas.width, canvas.height]).toEqual([300, 150]);
    Object.assign(canvas, { clientWidth: 0, clientHeight: 0 });
    resized();
    expect(named(frame().front, 'drawImage', 'stroke')).toEqual([]);
  });

  it('paints a trail until it has faded, and where the pointer is from then on', async () => {
    const { clock, frame, frames, trail } = setUp();
    frame();
    trail.add({ x: 0, y: 0 });
    trail.add({ x: 5000, y: 5000 }, 'left');
    const { front } = frame();
    expect(named(front, 'stroke', 'fill').map((call) => call[2])).toEqual(['#bd3833', '#bd3833', '#e312f7']);
    expect(frames).toHaveLength(1);
    await clock.advance(2_000);
    expect(named(frame().front, 'moveTo')).toEqual([]);
    expect(frames).toEqual([]);
    trail.clear();
    expect(named(frame().front, 'stroke')).toEqual([]);
  });

  it('is empty and watches nothing once it is closed', () => {
    const { drawing, frames, isWatching, overlay, canvas } = setUp();
    overlay.close();
    overlay.close();
    drawing.begin({}, { x: 0, y: 0 });
    expect([frames, isWatching(), canvas.calls.at(-1)?.[0]]).toEqual([[], false, 'clearRect']);
  });
});
