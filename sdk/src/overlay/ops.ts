import { PICTURE_UNITS } from '../media/picture-area.js';
import { invalid } from './errors.js';
import { completeStyle, type PenStyle } from './style.js';

/** Maximum points of one stroke. Near the limit a pen records fewer points, so a stroke is never full. */
export const MAX_STROKE_POINTS = 5_000;
/** Maximum points of one author, visible or not. */
export const MAX_POINTS = 20_000;
/** Maximum strokes and clearings of one author, visible or not (spec §9: track buffer size). */
export const MAX_MARKS = 1_000;
/** Maximum ops of one message. */
export const MAX_BATCH_OPS = 2_000;
/** Limit of the Lamport clock; no drawing reaches this number of marks. */
const MAX_TIME = 1_000_000_000;

/**
 * Operation of one author on a drawing, in wire format (`docs/wire.md`, op2 31). Authors number their marks from 1
 * upwards; `at` is the author's Lamport clock, which orders the marks of both sides identically.
 */
export type DrawingOp =
  /** Begins the stroke `begin` at the point `xy`. */
  | { readonly begin: number; readonly at: number; readonly style: Required<PenStyle>; readonly xy: readonly number[] }
  /** Adds points to the stroke. */
  | { readonly draw: number; readonly xy: readonly number[] }
  /** Lifts the pen. */
  | { readonly end: number }
  /** Clears all earlier marks, of all authors. */
  | { readonly clear: number; readonly at: number }
  | { readonly undo: number }
  | { readonly redo: number }
  /** Can never be undone or redone again; marks that a clearing had cleared are removed. */
  | { readonly forget: number };

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function readTime(at: unknown): number {
  if (!isNumber(at) || at > MAX_TIME) throw invalid('"at" must be a whole number from 1');
  return at;
}

function readPlaces(xy: unknown): readonly number[] {
  const isPlace = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= PICTURE_UNITS;
  if (!Array.isArray(xy) || xy.length < 2 || xy.length % 2 !== 0 || !xy.every(isPlace)) {
    throw invalid(`"xy" must be pairs of whole numbers, 0 to ${PICTURE_UNITS}`);
  }
  return [...(xy as number[])];
}

function readOp(value: unknown): DrawingOp {
  const op = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { begin, draw, end, clear, undo, redo, forget, at, xy, style } = op;
  if (isNumber(begin)) {
    const look = completeStyle((typeof style === 'object' && style !== null ? style : {}) as PenStyle);
    return { begin, at: readTime(at), style: look, xy: readPlaces(xy).slice(0, 2) };
  }
  if (isNumber(draw)) return { draw, xy: readPlaces(xy) };
  if (isNumber(end)) return { end };
  if (isNumber(clear)) return { clear, at: readTime(at) };
  if (isNumber(undo)) return { undo };
  if (isNumber(redo)) return { redo };
  if (isNumber(forget)) return { forget };
  throw invalid('an op must be one of begin, draw, end, clear, undo, redo, forget, with the number of a mark');
}

/** Reads ops of another member. @throws {LecternError} reason `invalid-argument`. */
export function readOps(value: unknown): DrawingOp[] {
  if (!Array.isArray(value) || value.length > MAX_BATCH_OPS) {
    throw invalid(`"ops" must be a list of at most ${MAX_BATCH_OPS}`);
  }
  return value.map(readOp);
}

/** Number of the mark that an op changes. */
export function markOf(op: DrawingOp): number {
  if ('begin' in op) return op.begin;
  if ('draw' in op) return op.draw;
  if ('end' in op) return op.end;
  if ('clear' in op) return op.clear;
  if ('undo' in op) return op.undo;
  return 'redo' in op ? op.redo : op.forget;
}

/** Limit of coordinates in one op, x and y alternating: keeps messages below the size limit. */
export const MAX_SENT_PLACES = 1_000;

/** Adds an op to the pending ones; points of one stroke are merged. */
export function addOp(ops: DrawingOp[], op: DrawingOp): void {
  const last = ops.at(-1);
  if (last && 'draw' in last && 'draw' in op && last.draw === op.draw && last.xy.length < MAX_SENT_PLACES) {
    ops[ops.length - 1] = { draw: op.draw, xy: [...last.xy, ...op.xy] };
  } else {
    ops.push(op);
  }
}
