import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import type { Snapshots } from '../core/snapshot.js';
import { PICTURE_UNITS, type Point } from '../media/picture-area.js';
import { Marks, type Stroke } from './marks.js';
import { MAX_MARKS, MAX_POINTS, MAX_SENT_PLACES, MAX_STROKE_POINTS, readOps, type DrawingOp } from './ops.js';
import { completeStyle, type PenStyle } from './style.js';

/** State of a drawing at one moment; immutable. */
export interface DrawingSnapshot {
  /** Visible strokes, lowest first. */
  readonly strokes: readonly Stroke[];
  /** State of the local undo history. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** A stroke in progress. */
export interface Pen {
  /** Continues to this point, in 1/10000 of the frame; steps too small to be visible are skipped. */
  move(point: Point): void;
  /** Lifts the pen. Idempotent. */
  end(): void;
}

/** Shortest step of a pen, in 1/10000; doubled every {@link STEP_GROWTH} points of one stroke. */
const MIN_STEP = 8;
const STEP_GROWTH = 500;
/** Share of the oldest marks that is dropped when a drawing is full (spec §9: compaction ratio). */
const COMPACTION_RATIO = 0.25;

const place = ({ x, y }: Point): readonly [number, number] => {
  const limited = (value: number): number => Math.min(PICTURE_UNITS, Math.max(0, Math.round(value) || 0));
  return [limited(x), limited(y)];
};

/**
 * A drawing shared by several members (spec §2): strokes in units of the frame, with undo and clear. It depends on no
 * canvas ({@link OverlayCanvas} renders it) and no network ({@link shareDrawing} sends it to another member).
 */
export class Drawing {
  /** Author of the local marks. */
  readonly author: string;
  readonly #marks = new Marks();
  readonly #emitter = new Emitter<{ op: (op: DrawingOp) => void; change: () => void }>();
  #snapshot: DrawingSnapshot | undefined;
  /** Number of the stroke being drawn. */
  #current: number | undefined;

  /** The author distinguishes local marks from those of others: the id of the local member if the drawing is shared. */
  constructor(author = '') {
    this.author = author;
  }

  readonly state: Snapshots<DrawingSnapshot> = {
    getSnapshot: () => (this.#snapshot ??= this.#look()),
    subscribe: (listener) => this.#emitter.on('change', listener),
  };

  /** Puts the pen down; an open stroke is ended first. @throws {LecternError} reason `invalid-argument`. */
  begin(style: PenStyle, at: Point): Pen {
    const look = completeStyle(style);
    this.#prepare();
    const number = this.#marks.nextNumber(this.author);
    let [x, y] = place(at);
    let count = 1;
    this.#current = number;
    this.#do({ begin: number, at: this.#marks.nextTime, style: look, xy: [x, y] });
    return {
      move: (point) => {
        const [nextX, nextY] = place(point);
        const step = MIN_STEP * 2 ** Math.floor(count / STEP_GROWTH);
        if (this.#current !== number || Math.hypot(nextX - x, nextY - y) < step || count >= MAX_STROKE_POINTS) return;
        [x, y] = [nextX, nextY];
        count += 1;
        this.#do({ draw: number, xy: [x, y] });
      },
      end: () => {
        if (this.#current === number) this.#lift();
      },
    };
  }

  /** Undoes the newest own mark that is not undone yet; returns true if there was one. */
  undo(): boolean {
    this.#lift();
    const mark = this.#marks.of(this.author).findLast(({ isUndone }) => !isUndone);
    if (mark) this.#do({ undo: mark.number });
    return mark !== undefined;
  }

  /** Restores the last undone mark; not after a new one was drawn. */
  redo(): boolean {
    this.#lift();
    const mark = this.#marks.of(this.author).find(({ isUndone }) => isUndone);
    if (mark) this.#do({ redo: mark.number });
    return mark !== undefined;
  }

  /** Clears everything, including marks of others. It can be undone. No effect on an empty drawing. */
  clear(): void {
    if (this.state.getSnapshot().strokes.length === 0) return;
    this.#prepare();
    this.#do({ clear: this.#marks.nextNumber(this.author), at: this.#marks.nextTime });
  }

  /** Calls back with all local ops: first those so far, then each new one. */
  onOp(listener: (op: DrawingOp) => void): Dispose {
    for (const { number, at, stroke, isUndone } of this.#marks.of(this.author)) {
      if (stroke) {
        const { mode, color, width, points, isEnded } = stroke;
        listener({ begin: number, at, style: { mode, color, width }, xy: points.slice(0, 2) });
        for (let from = 2; from < points.length; from += MAX_SENT_PLACES) {
          listener({ draw: number, xy: points.slice(from, from + MAX_SENT_PLACES) });
        }
        if (isEnded) listener({ end: number });
      } else {
        listener({ clear: number, at });
      }
      if (isUndone) listener({ undo: number });
    }
    return this.#emitter.on('op', listener);
  }

  /**
   * Applies ops of another author, all or none; each author's ops in their order, each once.
   * @throws {LecternError} reason `invalid-argument`.
   */
  apply(author: string, ops: unknown): void {
    const read = readOps(ops);
    this.#marks.check(author, read);
    this.#marks.apply(author, read);
    this.#show();
  }

  /** Removes all marks of another author. */
  forget(author: string): void {
    this.#marks.drop(author);
    this.#show();
  }

  #do(...ops: readonly DrawingOp[]): void {
    if (ops.length === 0) return;
    this.#marks.apply(this.author, ops);
    this.#show();
    for (const op of ops) this.#emitter.emit('op', op);
  }

  #lift(): void {
    const number = this.#current;
    this.#current = undefined;
    if (number !== undefined) this.#do({ end: number });
  }

  /** Before a new mark: undone marks become permanent, and the oldest are dropped if the drawing is full. */
  #prepare(): void {
    this.#lift();
    const undone = this.#marks.of(this.author).filter(({ isUndone }) => isUndone);
    this.#do(...undone.map(({ number }) => ({ forget: number })));
    for (;;) {
      const { all } = this.#marks.countsOf(this.author);
      const isFull = all >= MAX_MARKS || this.#marks.pointsOf(this.author) > MAX_POINTS - MAX_STROKE_POINTS;
      if (!isFull) return;
      const marks = this.#marks.of(this.author);
      const oldest = marks.slice(0, Math.ceil(marks.length * COMPACTION_RATIO));
      this.#do(...oldest.map(({ number }) => ({ forget: number })));
    }
  }

  /** The snapshot is computed when it is read. */
  #show(): void {
    this.#snapshot = undefined;
    this.#emitter.emit('change');
  }

  #look(): DrawingSnapshot {
    const { all, undone } = this.#marks.countsOf(this.author);
    return { strokes: this.#marks.visible(), canUndo: all > undone, canRedo: undone > 0 };
  }
}
