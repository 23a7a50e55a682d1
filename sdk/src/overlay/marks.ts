import { invalid } from './errors.js';
import { MAX_MARKS, MAX_POINTS, MAX_STROKE_POINTS, markOf, type DrawingOp } from './ops.js';
import type { PenStyle } from './style.js';

interface Placed {
  readonly author: string;
  readonly number: number;
  readonly at: number;
}

/** A line, or a dot. The object stays the same until it grows. */
export interface Stroke extends Placed, Required<PenStyle> {
  /** Alternating x and y, in 1/10000 of the frame. */
  readonly points: readonly number[];
  /** True once the pen was lifted. */
  readonly isEnded: boolean;
}

interface Mark extends Placed {
  /** Undefined for a clearing. */
  stroke: Stroke | undefined;
  isUndone: boolean;
}

interface Author {
  /** By number, in order. */
  readonly marks: Map<number, Mark>;
  highest: number;
  points: number;
  undone: number;
}

const compare = (a: Placed, b: Placed): number =>
  a.at - b.at || (a.author < b.author ? -1 : a.author > b.author ? 1 : a.number - b.number);

const sizeOf = (mark: Mark | undefined): number => (mark?.stroke ? mark.stroke.points.length / 2 : 0);

/**
 * The marks of all authors. Applying the same ops of each author in that author's order gives the same strokes, however
 * the ops of different authors interleave.
 */
export class Marks {
  /** In the order that is the same for all members. */
  #order: Mark[] = [];
  readonly #authors = new Map<string, Author>();
  /** A clearing that can no longer be undone: earlier marks are removed, and late ops on them ignored. */
  #floor: Placed | undefined;
  #time = 0;

  /** Clock value for the next own mark: later than all known ones. */
  get nextTime(): number {
    return this.#time + 1;
  }

  nextNumber(author: string): number {
    return this.#of(author).highest + 1;
  }

  /** Visible strokes, lowest first. */
  visible(): readonly Stroke[] {
    // A plain loop: this runs with every step of a pen.
    const strokes: Stroke[] = [];
    for (let index = this.#order.length - 1; index >= 0; index--) {
      const mark = this.#order[index];
      if (!mark || mark.isUndone) continue;
      if (!mark.stroke) break;
      strokes.push(mark.stroke);
    }
    return strokes.reverse();
  }

  /** Number of an author's marks, and how many of them are undone. */
  countsOf(author: string): { readonly all: number; readonly undone: number } {
    const { marks, undone } = this.#of(author);
    return { all: marks.size, undone };
  }

  /** An author's marks, by number. */
  of(author: string): readonly Readonly<Mark>[] {
    return [...this.#of(author).marks.values()];
  }

  pointsOf(author: string): number {
    return this.#of(author).points;
  }

  /** Checks that these ops can follow the author's known ops. @throws {LecternError} reason `invalid-argument`. */
  check(author: string, ops: readonly DrawingOp[]): void {
    const { marks, ...known } = this.#of(author);
    let { highest, points } = known;
    let count = marks.size;
    /** Sizes of the marks that these ops change; undefined for a removed mark. */
    const sizes = new Map<number, number | undefined>();
    const sizeNow = (number: number): number | undefined =>
      sizes.has(number) ? sizes.get(number) : marks.has(number) ? sizeOf(marks.get(number)) : undefined;
    const require = (isFine: boolean, what: string): void => {
      if (!isFine) throw invalid(what);
    };
    for (const op of ops) {
      const number = markOf(op);
      const isNew = 'begin' in op || 'clear' in op;
      require(isNew ? number > highest : number <= highest, `mark ${number} does not follow ${highest}`);
      if (isNew) {
        highest = number;
        count += 1;
        sizes.set(number, 0);
      }
      const size = sizeNow(number);
      if (size === undefined) continue;
      if ('forget' in op) {
        points -= size;
        count -= 1;
        sizes.set(number, undefined);
      } else if ('xy' in op) {
        const more = op.xy.length / 2;
        sizes.set(number, size + more);
        points += more;
        require(size + more <= MAX_STROKE_POINTS, `a stroke has at most ${MAX_STROKE_POINTS} points`);
        require(points <= MAX_POINTS, `a drawing has at most ${MAX_POINTS} points of one author`);
      }
      require(count <= MAX_MARKS, `a drawing has at most ${MAX_MARKS} marks of one author`);
    }
  }

  /** Applies checked ops. */
  apply(author: string, ops: readonly DrawingOp[]): void {
    for (const op of ops) this.#apply(author, op);
  }

  /** Removes an author. */
  drop(author: string): void {
    this.#order = this.#order.filter((mark) => mark.author !== author);
    this.#authors.delete(author);
  }

  #of(name: string): Author {
    let author = this.#authors.get(name);
    if (!author) {
      author = { marks: new Map(), highest: 0, points: 0, undone: 0 };
      this.#authors.set(name, author);
    }
    return author;
  }

  #apply(name: string, op: DrawingOp): void {
    const author = this.#of(name);
    const number = markOf(op);
    if ('begin' in op || 'clear' in op) {
      const { at } = op;
      author.highest = number;
      this.#time = Math.max(this.#time, at);
      const place = { author: name, number, at };
      const stroke = 'begin' in op ? { ...place, ...op.style, points: op.xy, isEnded: false } : undefined;
      this.#insert({ ...place, stroke, isUndone: false });
      return;
    }
    const mark = author.marks.get(number);
    // Removed by a permanent clearing.
    if (!mark) return;
    if ('undo' in op || 'redo' in op) {
      const isUndone = 'undo' in op;
      author.undone += Number(isUndone) - Number(mark.isUndone);
      mark.isUndone = isUndone;
    } else if ('forget' in op) this.#forget(mark);
    else if (mark.stroke && !mark.stroke.isEnded) {
      const { stroke } = mark;
      mark.stroke = 'end' in op ? { ...stroke, isEnded: true } : { ...stroke, points: [...stroke.points, ...op.xy] };
      if ('draw' in op) author.points += op.xy.length / 2;
    }
  }

  #insert(mark: Mark): void {
    if (this.#floor && compare(mark, this.#floor) < 0) return;
    const before = this.#order.findLastIndex((other) => compare(other, mark) < 0);
    this.#order.splice(before + 1, 0, mark);
    const author = this.#of(mark.author);
    author.marks.set(mark.number, mark);
    author.points += sizeOf(mark);
  }

  #forget(mark: Mark): void {
    if (!mark.stroke && !mark.isUndone && (!this.#floor || compare(mark, this.#floor) > 0)) this.#floor = mark;
    const floor = this.#floor;
    const isGone = (other: Mark): boolean => other === mark || (floor !== undefined && compare(other, floor) <= 0);
    for (const gone of this.#order.filter(isGone)) {
      const author = this.#of(gone.author);
      author.marks.delete(gone.number);
      author.points -= sizeOf(gone);
      author.undone -= Number(gone.isUndone);
    }
    this.#order = this.#order.filter((other) => !isGone(other));
  }
}
