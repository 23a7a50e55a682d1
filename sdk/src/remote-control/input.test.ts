import { afterEach, describe, expect, it, vi } from 'vitest';
import { captureInput, isDoubleTap, type InputOptions } from './input.js';

/** A video element of 400 × 400 at (10, 20) that shows 640 × 360: the frame is 225 high, with bars of 87.5. */
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
  readonly style = { touchAction: 'pan-y' };
  focused = 0;
  buttons = 0;
  getBoundingClientRect = () => ({ left: 10, top: 20, width: 400, height: 400 });
  focus = () => void (this.focused += 1);
  captured: number[] = [];
  setPointerCapture = (pointerId: number) => void this.captured.push(pointerId);

  /** Dispatches an event and returns true if its default action was prevented. */
  happen(type: string, members: object = {}): boolean {
    const event = new Event(type, { cancelable: true });
    const button = type === 'pointermove' ? -1 : 0;
    const all = { isPrimary: true, pointerId: 1, pointerType: 'mouse', button, deltaMode: 0, ...members };
    const bit = BITS[all.button] ?? 0;
    if (type === 'pointerdown') this.buttons |= bit;
    if (type === 'pointerup') this.buttons &= ~bit;
    for (const [name, value] of Object.entries({ buttons: this.buttons, ...all })) {
      Object.defineProperty(event, name, { value });
    }
    return !this.dispatchEvent(event);
  }

  /** Presses or releases a mouse button while another one is pressed. */
  chord(button: number, isDown: boolean, members: object): void {
    this.buttons = isDown ? this.buttons | (BITS[button] ?? 0) : this.buttons & ~(BITS[button] ?? 0);
    this.happen('pointermove', { button, ...members });
  }
}

/** Bit in `buttons`, by `button`. */
const BITS: readonly number[] = [1, 4, 2];

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

/** Viewport coordinates of a point of the frame. */
const on = (x: number, y: number) => ({ clientX: 10 + 400 * x, clientY: 20 + 87.5 + 225 * y });

afterEach(() => vi.unstubAllGlobals());

describe('input of an element', () => {
  it('becomes actions at places of the picture, and nothing beside it', () => {
    const { surface, log } = setUp();
    surface.happen('pointermove', { clientX: 210, clientY: 30 });
    surface.happen('pointermove', on(0.25, 0.5));
    expect(surface.happen('pointerdown', { ...on(0.5, 0.5), button: 2 })).toBe(true);
    surface.happen('pointerup', { ...on(0.5, 0.5), button: 2 });
    expect(surface.happen('wheel', { ...on(0, 1), deltaY: -100 })).toBe(true);
    expect(surface.happen('wheel', { clientX: 210, clientY: 30, deltaY: -3 })).toBe(false);
    expect(log).toEqual(['move 0.25 0.5', 'press right 0.5 0.5', 'release right 0.5 0.5', 'wheel up 0 1']);
    expect([surface.focused, surface.captured]).toEqual([1, [1]]);
    expect(surface.happen('contextmenu')).toBe(true);
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

  it('tells of each of several buttons, which browsers do by moves', () => {
    const { surface, log } = setUp();
    surface.happen('pointerdown', on(0.5, 0.5));
    surface.chord(2, true, on(0.5, 0.5));
    surface.happen('pointermove', on(0.75, 0.5));
    surface.chord(0, false, on(0.75, 0.5));
    surface.happen('pointerup', { ...on(0.25, 0.5), button: 2 });
    expect(log).toEqual([
      'press left 0.5 0.5',
      'press right 0.5 0.5',
      'move 0.75 0.5',
      'release left 0.75 0.5',
      'release right 0.25 0.5',
    ]);
  });

  it('takes no button that was pressed elsewhere', () => {
    const { surface, log } = setUp();
    surface.happen('pointermove', { ...on(0.5, 0.5), buttons: 1 });
    surface.happen('pointermove', { ...on(0.5, 0.5), buttons: 3, button: 2 });
    surface.happen('pointerup', on(0.5, 0.5));
    expect(log).toEqual(['move 0.5 0.5']);
  });

  it('is that of one finger: a second one releases nothing', () => {
    const { surface, log } = setUp();
    const second = { pointerType: 'touch', pointerId: 2, isPrimary: false, buttons: 0 };
    surface.happen('pointerdown', { ...on(0.5, 0.5), pointerType: 'touch' });
    surface.happen('pointerdown', { ...on(0.1, 0.1), ...second, buttons: 1 });
    surface.happen('pointerup', { ...on(0.1, 0.1), ...second });
    surface.happen('pointercancel', second);
    surface.happen('pointermove', { ...on(0.75, 0.5), pointerType: 'touch', buttons: 1 });
    expect(log).toEqual(['press left 0.5 0.5', 'move 0.75 0.5']);
  });

  it('is not that of a second finger while the first is beside the picture, nor of a mouse beside a finger', () => {
    const { surface, log } = setUp();
    const finger = { pointerType: 'touch', buttons: 1 };
    surface.happen('pointerdown', { clientX: 210, clientY: 30, ...finger });
    surface.happen('pointerdown', { ...on(0.5, 0.5), ...finger, pointerId: 2, isPrimary: false });
    surface.happen('pointermove', { ...on(0.6, 0.5), ...finger, pointerId: 2, isPrimary: false });
    expect(log).toEqual([]);
    surface.happen('pointerdown', { ...on(0.5, 0.5), ...finger });
    surface.happen('pointermove', { ...on(0.1, 0.1), pointerId: 3, buttons: 0 });
    surface.happen('pointerdown', { ...on(0.1, 0.1), pointerId: 3, button: 2 });
    expect(log).toEqual(['press left 0.5 0.5']);
  });

  it('keeps the page from scrolling under a finger, until it ends', () => {
    const { surface, stop } = setUp();
    expect([surface.style.touchAction, surface.happen('touchmove')]).toEqual(['none', true]);
    stop();
    expect([surface.style.touchAction, surface.happen('touchmove')]).toEqual(['pan-y', false]);
  });

  it('turns the wheel once for many small turns of a trackpad, and once for a notch', () => {
    const { surface, log } = setUp();
    const wheel = (...turns: readonly object[]) =>
      turns.forEach((turn) => surface.happen('wheel', { ...on(0.5, 0.5), ...turn }));
    wheel(...Array.from({ length: 24 }, () => ({ deltaY: 5 })));
    expect(log).toEqual(['wheel down 0.5 0.5', 'wheel down 0.5 0.5']);
    wheel({ deltaY: -3, deltaMode: 1 }, { deltaY: -1, deltaMode: 2 });
    expect(log.slice(2)).toEqual(['wheel up 0.5 0.5', 'wheel up 0.5 0.5']);
  });

  it('makes two quick touches a double-click at the place of the first', () => {
    const { surface, log } = setUp();
    for (const x of [0.5, 0.52]) {
      surface.happen('pointerdown', { ...on(x, 0.5), pointerType: 'touch', timeStamp: x * 1_000 });
      surface.happen('pointerup', { ...on(0.5, 0.5), pointerType: 'touch' });
    }
    expect(log.filter((line) => line.startsWith('press'))).toEqual(['press left 0.5 0.5', 'press left 0.5 0.5']);
    // The third touch starts a new click.
    surface.happen('pointerdown', { ...on(0.54, 0.5), pointerType: 'touch', timeStamp: 540 });
    expect(log.at(-1)).toBe('press left 0.54 0.5');
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
    expect(surface.happen('keydown', { keyCode: 229, isComposing: true })).toBe(false);
    expect(surface.happen('keyup', { keyCode: 9 })).toBe(false);
    expect(log).toEqual(['key 65 down', 'key 65 up']);
  });

  it('releases every key with ⌘, which keeps the others’ release to itself', () => {
    const { surface, log } = setUp();
    surface.happen('keydown', { keyCode: 91, key: 'Meta' });
    surface.happen('keydown', { keyCode: 67, key: 'c' });
    surface.happen('keyup', { keyCode: 91, key: 'Meta' });
    expect(log).toEqual(['key 91 down', 'key 67 down', 'key 91 up', 'key 67 up']);
  });

  it('takes no keys where none are wanted', () => {
    const { surface, log } = setUp({ keyboard: false });
    expect(surface.happen('keydown', { keyCode: 65 })).toBe(false);
    expect(log).toEqual([]);
  });

  it.each(['blur', 'stop'])('lets go of what is held at %s', (how) => {
    const { surface, log, stop } = setUp();
    surface.happen('pointerdown', on(0.5, 0.5));
    surface.happen('keydown', { keyCode: 16 });
    if (how === 'stop') stop();
    else surface.happen(how);
    expect(log).toEqual(['press left 0.5 0.5', 'key 16 down', 'release left 0.5 0.5', 'key 16 up']);
  });

  it.each(['pointercancel', 'lostpointercapture'])('releases its button at %s', (how) => {
    const { surface, log } = setUp();
    surface.happen('pointerdown', on(0.5, 0.5));
    surface.happen(how);
    surface.happen('pointermove', on(0.25, 0.5));
    expect(log).toEqual(['press left 0.5 0.5', 'release left 0.5 0.5', 'move 0.25 0.5']);
  });

  it('is left alone once it ended', () => {
    const { surface, log, stop } = setUp();
    stop();
    surface.happen('pointermove', on(0.5, 0.5));
    surface.happen('keydown', { keyCode: 65 });
    expect(log).toEqual([]);
  });
});
