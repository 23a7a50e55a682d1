import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { PICTURE_UNITS, elementArea, nearestUnits, placeIn, pointToUnits } from '../media/picture-area.js';
import { DOUBLE_TAP_MS, DOUBLE_TAP_PX, WHEEL_LINE_PX, WHEEL_PAGE_PX, WHEEL_STEP_PX } from './constants.js';
import type { MediaPoint, PointerButton } from './types.js';

/**
 * Receiver of the input, e.g. a `PointerControl`. Points are fractions of the frame, 0 to 1, also if it is mirrored.
 */
export interface InputTarget {
  /** The pointer moved, with or without a button pressed. */
  move(point: MediaPoint): void;
  press(button: PointerButton, point: MediaPoint): void;
  /** Called once for each `press`. */
  release(button: PointerButton, point: MediaPoint): void;
  /** One notch. */
  wheel(direction: 'up' | 'down', point: MediaPoint): void;
  /** A key, by `KeyboardEvent.keyCode`, was pressed (repeatedly while it is held) or released (once). */
  key(keyCode: number, isDown: boolean): void;
}

/** Source and options of captured input. */
export interface InputOptions {
  /** The element that shows the frame: centred, according to its `object-fit`, and with any CSS scale. */
  readonly video: HTMLVideoElement;
  /**
   * The element that is touched, e.g. a transparent one over the video; by default the video itself. It gets
   * `touch-action: none` during the capture, or the page would scroll under the finger.
   */
  readonly surface?: HTMLElement;
  /** True if the video is mirrored, e.g. by CSS (default `false`). */
  readonly isMirrored?: boolean;
  /**
   * Keys that are taken while the surface has the focus: all by default; `false` none. A key that is left to the page,
   * e.g. the one that leaves the surface, is not sent.
   */
  readonly keyboard?: boolean | ((event: KeyboardEvent) => boolean);
}

/** By `MouseEvent.button`. */
const BUTTONS: readonly PointerButton[] = ['left', 'middle', 'right'];
/** In `MouseEvent.buttons`. */
const BITS: Readonly<Record<PointerButton, number>> = { left: 1, right: 2, middle: 4 };

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly point: MediaPoint;
}

/** True if a touch is the second half of a double-click (spec §9). Times in milliseconds, lengths in CSS pixels. */
export function isDoubleTap(
  first: { readonly at: number; readonly x: number; readonly y: number },
  second: { readonly at: number; readonly x: number; readonly y: number },
  pixelRatio: number,
): boolean {
  const distance = Math.hypot(second.x - first.x, second.y - first.y);
  return second.at - first.at < DOUBLE_TAP_MS && distance < DOUBLE_TAP_PX * pixelRatio;
}

const isDown = ({ buttons }: MouseEvent, button: PointerButton): boolean => (buttons & BITS[button]) !== 0;

/** Pixels of a turn of the wheel. */
function turnOf({ deltaMode, deltaY }: WheelEvent): number {
  return deltaY * (deltaMode === 1 ? WHEEL_LINE_PX : deltaMode === 2 ? WHEEL_PAGE_PX : 1);
}

/**
 * Sends mouse, wheel, touch and keyboard input of an element (spec §2) to a surface; the returned function stops it and
 * releases pressed buttons and keys. Input outside of the frame is ignored, except that a button pressed inside is
 * released wherever that happens. One finger points; others are ignored meanwhile. The surface takes the focus when it
 * is pressed: give it a `tabindex`, and the keyboard a way out (see {@link InputOptions.keyboard}). Capture continues
 * after the control has ended: call the returned function then.
 * @example
 * const pointer = await remote.control(stream);
 * const stop = captureInput(pointer, { video, keyboard: ({ key }) => key !== 'Escape' });
 * pointer.on('ended', stop);
 */
export function captureInput(target: InputTarget, options: InputOptions): Dispose {
  const { video, surface = video, isMirrored = false, keyboard = true } = options;
  const disposables = new Disposables();
  const held = new Map<PointerButton, MediaPoint>();
  const keys = new Set<number>();
  /** The pointer that holds the buttons. */
  let pointerId: number | undefined;
  let lastTap: Tap | undefined;
  let turned = 0;

  const listen = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) => {
    surface.addEventListener(type, listener, { passive: false });
    disposables.add(() => surface.removeEventListener(type, listener));
  };

  /** Point under the pointer; with a pressed button the nearest one in the frame. */
  const pointOf = (event: MouseEvent): MediaPoint | undefined => {
    const place = placeIn(video, event);
    const area = elementArea(video);
    const units = held.size > 0 ? nearestUnits(area, place, isMirrored) : pointToUnits(area, place, isMirrored);
    return units && { x: units.x / PICTURE_UNITS, y: units.y / PICTURE_UNITS, isMirrored };
  };

  const letGo = (isMeant: (button: PointerButton) => boolean = () => true): void => {
    for (const [button, point] of held) {
      if (!isMeant(button)) continue;
      held.delete(button);
      target.release(button, point);
    }
  };
  const letKeysGo = (): void => {
    for (const keyCode of keys) target.key(keyCode, false);
    keys.clear();
  };
  const press = (event: PointerEvent, point: MediaPoint | undefined): void => {
    const button = BUTTONS[event.button];
    if (!point || !button || held.has(button)) return;
    event.preventDefault();
    pointerId = event.pointerId;
    held.set(button, point);
    target.press(button, point);
  };

  /** A finger never hits the same point twice, which a double-click requires. */
  const tapped = (event: PointerEvent, point: MediaPoint | undefined): MediaPoint | undefined => {
    const tap = point && { at: event.timeStamp, x: event.clientX, y: event.clientY, point };
    const first = lastTap;
    const isSecond = tap && first && isDoubleTap(first, tap, window.devicePixelRatio);
    lastTap = isSecond ? undefined : tap;
    return isSecond ? first.point : point;
  };

  /** True if this is not the pointer that controls. */
  const isOther = (event: PointerEvent): boolean =>
    !event.isPrimary || (held.size > 0 && event.pointerId !== pointerId);

  listen('pointerdown', (event) => {
    if (isOther(event)) return;
    const point = pointOf(event);
    press(event, event.pointerType === 'mouse' ? point : tapped(event, point));
    if (held.size === 0) return;
    surface.focus({ preventScroll: true });
    surface.setPointerCapture(event.pointerId);
  });
  /** With several buttons only the first press fires `pointerdown`, and only the last release fires `pointerup`. */
  const moved = (event: PointerEvent): void => {
    const point = isOther(event) ? undefined : pointOf(event);
    if (!point) return;
    for (const button of held.keys()) held.set(button, point);
    const changed = BUTTONS[event.button];
    if (!changed) target.move(point);
    else if (held.size > 0 && isDown(event, changed)) press(event, point);
    letGo((button) => !isDown(event, button));
  };
  listen('pointermove', moved);
  listen('pointerup', moved);
  const lost = (event: PointerEvent): void => {
    if (!isOther(event)) letGo();
  };
  listen('pointercancel', lost);
  listen('lostpointercapture', lost);
  listen('contextmenu', (event) => event.preventDefault());
  listen('wheel', (event) => {
    const turn = turnOf(event);
    const point = pointOf(event);
    if (!point || turn === 0) return;
    event.preventDefault();
    // A trackpad reports many small steps where a wheel reports one notch.
    turned = Math.sign(turn) === Math.sign(turned) ? turned + turn : turn;
    if (Math.abs(turned) < WHEEL_STEP_PX) return;
    turned = 0;
    target.wheel(turn < 0 ? 'up' : 'down', point);
  });

  const takes = (event: KeyboardEvent): boolean =>
    !event.isComposing && (typeof keyboard === 'function' ? keyboard(event) : keyboard);
  listen('keydown', (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    keys.add(event.keyCode);
    target.key(event.keyCode, true);
  });
  listen('keyup', (event) => {
    // While ⌘ is down macOS reports no release of other keys.
    if (event.key === 'Meta') return letKeysGo();
    if (!keys.delete(event.keyCode)) return;
    event.preventDefault();
    target.key(event.keyCode, false);
  });
  const letAllGo = (): void => {
    letGo();
    letKeysGo();
  };
  listen('blur', letAllGo);

  // Chromium ignores `touch-action` of inline videos, which is their default.
  listen('touchmove', (event) => event.preventDefault());
  const { touchAction } = surface.style;
  surface.style.touchAction = 'none';
  disposables.add(() => {
    surface.style.touchAction = touchAction;
  });
  disposables.add(letAllGo);
  return () => disposables.close();
}
