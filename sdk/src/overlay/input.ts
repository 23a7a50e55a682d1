import { Disposables } from '../core/disposables.js';
import type { Dispose } from '../core/clock.js';
import { PICTURE_UNITS, type Point } from '../media/picture-area.js';
import type { OverlayCanvas } from './canvas.js';
import type { Drawing, Pen } from './drawing.js';
import { listen } from './listen.js';
import type { PenStyle } from './style.js';
import { PointerTrail } from './trail.js';

/** Options of drawing by pointer. */
export interface DrawingInputOptions {
  /**
   * Element that receives the input: the canvas, or an element over it. It gets `touch-action: none`, so that a finger
   * does not scroll.
   */
  readonly surface: HTMLElement;
  readonly overlay: OverlayCanvas;
  readonly drawing: Drawing;
  /** Called at the beginning of each stroke. */
  readonly style?: () => PenStyle;
  /** Shows the position of the keyboard's pen. */
  readonly trail?: PointerTrail;
}

/** Steps of the arrow keys, in 1/10000; the larger one with Shift. */
const KEY_STEP = 100;
const LARGE_KEY_STEP = 500;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Draws with mouse, pen or finger. A stroke that starts outside of the frame is ignored; one that leaves it follows the
 * edge.
 */
function takePointer(held: Disposables, { surface, overlay, drawing, style }: Required<DrawingInputOptions>): void {
  let drawn: { readonly pointerId: number; readonly pen: Pen } | undefined;
  const pointAt = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
  const on = (type: string, listener: (event: PointerEvent) => void): void => listen(held, surface, type, listener);
  const lift = (event: PointerEvent): void => {
    if (event.pointerId !== drawn?.pointerId) return;
    drawn.pen.end();
    drawn = undefined;
  };
  on('pointerdown', (event) => {
    const place = overlay.placeAt(pointAt(event));
    if (drawn || event.button !== 0 || !place) return;
    surface.setPointerCapture(event.pointerId);
    drawn = { pointerId: event.pointerId, pen: drawing.begin(style(), place) };
  });
  on('pointermove', (event) => {
    if (event.pointerId !== drawn?.pointerId) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length > 0 ? events : [event]) drawn.pen.move(overlay.nearestPlace(pointAt(each)));
  });
  on('pointerup', lift);
  on('pointercancel', lift);
  held.add(() => drawn?.pen.end());
}

/**
 * Draws with the keyboard while the surface has the focus: arrows move (far with Shift), the space bar puts the pen
 * down and lifts it, Ctrl or ⌘ with Z undoes, with Shift as well redoes.
 */
function takeKeyboard(held: Disposables, options: Required<DrawingInputOptions>): void {
  const { surface, overlay, drawing, style, trail } = options;
  let place: Point = { x: PICTURE_UNITS / 2, y: PICTURE_UNITS / 2 };
  let pen: Pen | undefined;
  const lift = (): void => {
    pen?.end();
    pen = undefined;
  };
  const move = ({ x, y }: Point, step: number): void => {
    const limited = (value: number): number => Math.min(PICTURE_UNITS, Math.max(0, value));
    const across = overlay.isMirrored ? -x : x;
    place = { x: limited(place.x + across * step), y: limited(place.y + y * step) };
    pen?.move(place);
    trail.add(place);
  };
  const press = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const arrow = ARROWS[key];
    if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) {
      lift();
      if (shiftKey) drawing.redo();
      else drawing.undo();
    } else if (ctrlKey || metaKey) return false;
    else if (arrow) move(arrow, shiftKey ? LARGE_KEY_STEP : KEY_STEP);
    else if (key === ' ' && pen) lift();
    else if (key === ' ') {
      pen = drawing.begin(style(), place);
      trail.add(place, 'left');
    } else return false;
    return true;
  };
  listen<KeyboardEvent>(held, surface, 'keydown', (event) => {
    if (!press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  listen(held, surface, 'blur', () => {
    lift();
    trail.clear();
  });
  held.add(lift);
}

/** Lets the user draw by mouse, touch or pen (spec §2); the returned function stops it. */
export function captureDrawing(options: DrawingInputOptions): Dispose {
  const held = new Disposables();
  const { surface } = options;
  const { touchAction } = surface.style;
  surface.style.touchAction = 'none';
  held.add(() => {
    surface.style.touchAction = touchAction;
  });
  const complete = { style: () => ({}), trail: new PointerTrail(), ...options };
  takePointer(held, complete);
  takeKeyboard(held, complete);
  return () => held.close();
}
