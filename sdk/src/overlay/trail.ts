import type { Clock } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import type { Dispose } from '../core/clock.js';
import { PICTURE_UNITS, type Point } from '../media/picture-area.js';

/** Kind of a pointer action: `wheel` is the middle button, pressed or turned. */
export type TrailKind = 'move' | 'left' | 'right' | 'wheel';

/** One point of the pointer's trail. */
export interface TrailPoint extends Point {
  readonly kind: TrailKind;
  /** 0: new, to 1: expired. */
  readonly age: number;
}

/**
 * Pointer action of `@lectern/rtc/remote-control` with its point: fractions of the unmirrored frame from 0 to 1, even
 * if the controller's view is mirrored.
 */
export interface TrailAction {
  readonly kind: string;
  readonly button?: string;
  readonly x?: number;
  readonly y?: number;
}

/** Time for which a point of the trail is visible. */
const TRAIL_MS = 1_200;
const MAX_TRAIL_POINTS = 200;

const BUTTONS: Readonly<Record<string, TrailKind>> = { left: 'left', right: 'right', middle: 'wheel' };

function kindOf({ kind, button = '' }: TrailAction): TrailKind | undefined {
  if (kind === 'down') return BUTTONS[button];
  if (kind === 'wheel') return 'wheel';
  return kind === 'move' || kind === 'up' ? 'move' : undefined;
}

/** Recent positions of a pointer: the controller's, shown on both sides. They fade out; only the newest one stays. */
export class PointerTrail {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #emitter = new Emitter<{ change: () => void }>();
  #points: (Point & { readonly kind: TrailKind; readonly time: number })[] = [];

  constructor(clock: Pick<Clock, 'now'> = { now: () => Date.now() }) {
    this.#clock = clock;
  }

  /** Adds a point, in 1/10000 of the frame. */
  add({ x, y }: Point, kind: TrailKind = 'move'): void {
    this.#points = [...this.#points.slice(1 - MAX_TRAIL_POINTS), { x, y, kind, time: this.#clock.now() }];
    this.#emitter.emit('change');
  }

  /** Adds a pointer action; keys have no position. */
  follow(action: TrailAction): void {
    const { x, y } = action;
    const kind = kindOf(action);
    if (kind === undefined || x === undefined || y === undefined) return;
    this.add({ x: x * PICTURE_UNITS, y: y * PICTURE_UNITS }, kind);
  }

  /** The pointer has left. */
  clear(): void {
    if (this.#points.length === 0) return;
    this.#points = [];
    this.#emitter.emit('change');
  }

  /** Points of the trail, oldest first; the newest one is kept at any age. */
  points(): readonly TrailPoint[] {
    const now = this.#clock.now();
    const aged = this.#points.map(({ x, y, kind, time }) => ({
      x,
      y,
      kind,
      age: Math.min(1, (now - time) / TRAIL_MS),
    }));
    return aged.filter(({ age }, index) => age < 1 || index === aged.length - 1);
  }

  /** Calls back with each change except fading. */
  subscribe(listener: () => void): Dispose {
    return this.#emitter.on('change', listener);
  }
}
