import { afterEach, describe, expect, it, vi } from 'vitest';
import { captureInput, isDoubleTap, type InputOptions } from './input.js';

/** A video element of 400 × 400 at (10, 20) that shows 640 × 360: the picture is 225 high, with bars of 87.5. */
class FakeSurface extends EventTarget {
  readonly ownerDocument = { defaultView: { getComputedStyle: () => ({ objectFit: 'contain' }) } };
  readonly [size: string]: unknown;
  readonly videoWidth = 640;
  readonly videoHeight = 360;
  readonly clientLeft = 0;
  readonly clientTop = 0;
  readonly clientWidth = 400;
  readonly clientHeight = 400;
  readonly offsetWidth = 400;
  readonly offsetHeight = 400;
  focused = 0;
  getBoundingClientRect = () => ({ left: 10, top: 20, width: 400, height: 400 });
  focus = () => void (this.focused += 1);
  setPointerCapture = () => undefined;

  /** Sends an event and tells whether it was kept from the page. */
  happen(type: string, members: object = {}): boolean {
    const event = new Event(type, { cancelable: true });
    for (const [name, value] of Object.entries({ isPrimary: true, pointerType: 'mouse', button: 0, ...members })) {
      Object.defineProperty(event, name, { value });
    }
    return !this.dispatchEvent(event);
  }
}

function setUp(options: Partial<InputOptions> = {}) {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  const surface = new FakeSurface();
  const log: string[] = [];
  const at = ({ x, y }: { x: number; y: number }) => `${x} ${y}`;
  const stop = captureInput(
    {
      move: (point) => log.push(`move ${at(point)}`),
      press: (button, point) => log.push(`press ${button} ${at(point)}`),
      release: (button, point) => log.push(`release ${button} ${at(point)}`),
      wheel: (direction, point) => log.push(`wheel ${direction} ${at(point)}`),
      key: (keyCode, isDown) => log.push(`key ${keyCode} ${isDown ? 'down' : 'up'}`),
    },
    { video: surface as unknown as HTMLVideoElement, ...options },
  );
  return { surface, log, stop };
}

/** Viewport coordinates of a place of the picture. */
const on = (x: number, y: number) => ({ clientX: 10 + 400 * x, clientY: 20 + 87.5 + 225 * y });

afterEach(() => vi.unstubAllGlobals());

describe('input of an element', () => {
  it('becomes actions at places of the picture, and nothing beside it', () => {
    const { surface, log } = setUp();
    surface.happen('pointermove', { clientX: 210, clientY: 30 });
    surface.happen('pointermove', on(0.25, 0.5));
    expect(surface.happen('pointerdown', { ...on(0.5, 0.5), button: 2 })).toBe(true);
    surface.happen('pointerup', { ...on(0.5, 0.5), button: 2 });
    expect(surface.happen('wheel', { ...on(0, 1), deltaY: -3 })).toBe(true);
    expect(surface.happen('wheel', { clientX: 210, clientY: 30, deltaY: -3 })).toBe(false);
    expect(log).toEqual(['move 0.25 0.5', 'press right 0.5 0.5', 'release right 0.5 0.5', 'wheel up 0 1']);
    expect(surface.focused).toBe(1);
  });

  it('of a mirrored picture is at the place of the picture itself', () => {
    const { surface, log } = setUp({ isMirrored: true });
    surface.happen('pointermove', on(0.25, 0.5));
    expect(log).toEqual(['move 0.75 0.5']);
  });

  it('releases what was pressed in the picture wherever that happens', () => {
    const { surface, log } = setUp();
    surface.happen('pointerdown', on(0.5, 0.5));
    surface.happen('pointermove', { clientX: 210, clientY: 900 });
    surface.happen('pointerup', { clientX: 900, clientY: 900 });
    expect(log).toEqual(['press left 0.5 0.5', 'move 0.5 1', 'release left 1 1']);
  });

  it('makes two quick touches a double-click at the place of the first', () => {
    const { surface, log } = setUp();
    for (const x of [0.5, 0.52]) {
      surface.happen('pointerdown', { ...on(x, 0.5), pointerType: 'touch', timeStamp: x * 1_000 });
      surface.happen('pointerup', { ...on(0.5, 0.5), pointerType: 'touch' });
    }
    expect(log.filter((line) => line.startsWith('press'))).toEqual(['press left 0.5 0.5', 'press left 0.5 0.5']);
  });

  it.each([
    [499, 19, 1, true],
    [500, 0, 1, false],
    [100, 20, 1, false],
    [100, 39, 2, true],
    [100, 40, 2, false],
  ])('two touches %i ms and %i px apart at pixel ratio %i are one: %s', (ms, px, ratio, is) => {
    expect(isDoubleTap({ at: 1_000, x: 50, y: 50 }, { at: 1_000 + ms, x: 50 + px, y: 50 }, ratio)).toBe(is);
  });

  it('takes keys, but those that are left to the page', () => {
    const { surface, log } = setUp({ keyboard: ({ keyCode }) => keyCode !== 9 });
    expect(surface.happen('keydown', { keyCode: 65 })).toBe(true);
    expect(surface.happen('keyup', { keyCode: 65 })).toBe(true);
    expect(surface.happen('keydown', { keyCode: 9 })).toBe(false);
    expect(surface.happen('keyup', { keyCode: 9 })).toBe(false);
    expect(log).toEqual(['key 65 down', 'key 65 up']);
  });

  it('takes no keys where none are wanted', () => {
    const { surface, log } = setUp({ keyboard: false });
    expect(surface.happen('keydown', { keyCode: 65 })).toBe(false);
    expect(log).toEqual([]);
  });

  it.each(['blur', 'pointercancel', 'stop'])('lets go of what is held at %s', (how) => {
    const { surface, log, stop } = setUp();
    surface.happen('pointerdown', on(0.5, 0.5));
    surface.happen('keydown', { keyCode: 16 });
    if (how === 'stop') stop();
    else surface.happen(how);
    expect(log).toEqual(['press left 0.5 0.5', 'key 16 down', 'release left 0.5 0.5', 'key 16 up']);
  });

  it('is left alone once it ended', () => {
    const { surface, log, stop } = setUp();
    stop();
    surface.happen('pointermove', on(0.5, 0.5));
    surface.happen('keydown', { keyCode: 65 });
    expect(log).toEqual([]);
  });
});
