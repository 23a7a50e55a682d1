import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { PICTURE_UNITS, elementArea, nearestUnits, pointToUnits } from '../media/picture-area.js';
import { DOUBLE_TAP_MS, DOUBLE_TAP_PX } from './constants.js';
import type { MediaPoint, PointerButton } from './types.js';

/** What takes the input; a `PointerControl` does. */
export interface InputTarget {
  move(point: MediaPoint): void;
  press(button: PointerButton, point: MediaPoint): void;
  release(button: PointerButton, point: MediaPoint): void;
  wheel(direction: 'up' | 'down', point: MediaPoint): void;
  key(keyCode: number, isDown: boolean): void;
}

/** Where input is taken from. */
export interface InputOptions {
  /** The element that shows the picture. */
  readonly video: HTMLVideoElement;
  /** The element that is touched, e.g. a transparent one over the video; by default the video itself. */
  readonly surface?: HTMLElement;
  /** The video is shown as in a mirror, e.g. by CSS (default `false`). */
  readonly isMirrored?: boolean;
  /**
   * Which keys are taken while the surface has the focus: all by default; `false` none. A key that is left to the page, e.g.
   * the one that leads out of the surface, is not sent.
   */
  readonly keyboard?: boolean | ((event: KeyboardEvent) => boolean);
}

/** By `MouseEvent.button`. */
const BUTTONS: readonly PointerButton[] = ['left', 'middle', 'right'];

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly point: MediaPoint;
}

/** Whether a touch is the second half of a double-click (spec §9). Times in milliseconds, lengths in CSS pixels. */
export function isDoubleTap(
  first: { readonly at: number; readonly x: number; readonly y: number },
  second: { readonly at: number; readonly x: number; readonly y: number },
  pixelRatio: number,
): boolean {
  const distance = Math.hypot(second.x - first.x, second.y - first.y);
  return second.at - first.at < DOUBLE_TAP_MS && distance < DOUBLE_TAP_PX * pixelRatio;
}

/**
 * Takes mouse, wheel, touch and keyboard of an element (spec §2) and does the same on a surface; the result ends it and
 * lets go of what is still held down. What happens beside the picture is left out, but a button that was pressed in it is
 * released wherever that happens. The surface takes the focus when it is pressed: give it a `tabindex`.
 */
export function captureInput(target: InputTarget, options: InputOptions): Dispose {
  const { video, surface = video, isMirrored = false, keyboard = true } = options;
  const disposables = new Disposables();
  const held = new Map<PointerButton, MediaPoint>();
  const keys = new Set<number>();
  let lastTap: Tap | undefined;

  const listen = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) => {
    surface.addEventListener(type, listener, { passive: false });
    disposables.add(() => surface.removeEventListener(type, listener));
  };

  /** The place under the pointer; with a button held the nearest one in the picture. */
  const pointOf = ({ clientX, clientY }: MouseEvent): MediaPoint | undefined => {
    const rect = video.getBoundingClientRect();
    // CSS may scale the element: its own pixels are those of its layout.
    const [scaleX, scaleY] = [rect.width / video.offsetWidth || 1, rect.height / video.offsetHeight || 1];
    const place = {
      x: (clientX - rect.left) / scaleX - video.clientLeft,
      y: (clientY - rect.top) / scaleY - video.clientTop,
    };
    const area = elementArea(video);
    const units = held.size > 0 ? nearestUnits(area, place, isMirrored) : pointToUnits(area, place, isMirrored);
    return units && { x: units.x / PICTURE_UNITS, y: units.y / PICTURE_UNITS, isMirrored };
  };

  const release = (button: PointerButton, point: MediaPoint): void => {
    if (held.delete(button)) target.release(button, point);
  };

  listen('pointerdown', (event) => {
    const point = pointOf(event);
    const button = BUTTONS[event.pointerType === 'mouse' ? event.button : 0];
    if (!point || !button || !(event.isPrimary || event.pointerType === 'mouse')) return;
    event.preventDefault();
    surface.focus({ preventScroll: true });
    surface.setPointerCapture(event.pointerId);
    const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, point };
    const isTouch = event.pointerType !== 'mouse';
    const isSecond = isTouch && lastTap !== undefined && isDoubleTap(lastTap, tap, window.devicePixelRatio);
    // A finger never hits the same place twice; a double-click needs it.
    const where = isSecond && lastTap ? lastTap.point : point;
    lastTap = isTouch && !isSecond ? tap : undefined;
    held.set(button, where);
    target.press(button, where);
  });
  listen('pointermove', (event) => {
    const point = event.isPrimary ? pointOf(event) : undefined;
    if (!point) return;
    // A finger that trembles is no drag: until it leaves its place, it stays there.
    for (const button of held.keys()) held.set(button, point);
    target.move(point);
  });
  listen('pointerup', (event) => {
    const button = BUTTONS[event.pointerType === 'mouse' ? event.button : 0];
    const point = pointOf(event);
    if (button && point) release(button, point);
  });
  const letGo = (): void => {
    for (const [button, point] of held) release(button, point);
    for (const keyCode of keys) target.key(keyCode, false);
    keys.clear();
  };
  listen('pointercancel', letGo);
  listen('contextmenu', (event) => event.preventDefault());
  listen('wheel', (event) => {
    const point = pointOf(event);
    if (!point || event.deltaY === 0) return;
    event.preventDefault();
    target.wheel(event.deltaY < 0 ? 'up' : 'down', point);
  });
  listen('blur', letGo);

  const takes = (event: KeyboardEvent): boolean =>
    !event.isComposing && (typeof keyboard === 'function' ? keyboard(event) : keyboard);
  listen('keydown', (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    keys.add(event.keyCode);
    target.key(event.keyCode, true);
  });
  listen('keyup', (event) => {
    if (!keys.delete(event.keyCode)) return;
    event.preventDefault();
    target.key(event.keyCode, false);
  });

  disposables.add(letGo);
  return () => disposables.close();
}
