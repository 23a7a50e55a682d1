import { SCALE } from './constants.js';
import type { PointerAction, PointerButton } from './types.js';

/** `oper` of an action (wire-conference 7.2). */
const UP = 0;
const DOWN = 1;
const MOVE = 2;
const KEY_DOWN = 3;
const KEY_UP = 4;

const BUTTONS: Readonly<Record<PointerButton, number>> = { left: 1, middle: 2, right: 4 };
const WHEEL = { up: 8, down: 16 } as const;

/** Receivers cannot represent larger numbers exactly. */
const MAX_INTEGER = 0x7fff_ffff;
const MAX_KEY_CODE = 0xffff;

/** An action in wire format (spec §3). */
export interface WireAction {
  readonly x?: number;
  readonly y?: number;
  readonly oper: number;
  readonly btn?: number;
  readonly sn: number;
  readonly _time?: number;
}

/**
 * Converts to a whole number within limits; a non-number becomes `fallback` (spec §5: outgoing numbers are capped or
 * defaulted).
 */
export function capped(value: unknown, min: number, max: number, fallback = min): number {
  return typeof value === 'number' && !Number.isNaN(value) ? Math.round(Math.min(max, Math.max(min, value))) : fallback;
}

/**
 * A fraction of the media area in units of 1/10000. For a mirrored view x is negative and counted from the right edge;
 * its zero becomes the smallest negative number, because −0 would be read as the left edge.
 */
function encodeX(x: number, isMirrored: boolean): number {
  return isMirrored ? -capped((1 - x) * SCALE, 1, SCALE) : capped(x * SCALE, 0, SCALE);
}

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= SCALE;

/** Encodes an action for the wire (wire-conference 7.2). */
export function encodeAction(action: PointerAction): WireAction {
  const sn = capped(action.sn, 1, MAX_INTEGER);
  if (action.kind === 'key-down' || action.kind === 'key-up') {
    return { oper: action.kind === 'key-down' ? KEY_DOWN : KEY_UP, btn: capped(action.keyCode, 0, MAX_KEY_CODE), sn };
  }
  const place = { x: encodeX(action.x, action.isMirrored), y: capped(action.y * SCALE, 0, SCALE) };
  const rest = { sn, _time: capped(action.time, 0, Number.MAX_SAFE_INTEGER) };
  switch (action.kind) {
    case 'move':
      return { ...place, oper: MOVE, ...rest };
    case 'wheel':
      return { ...place, oper: DOWN, btn: WHEEL[action.direction], ...rest };
    default:
      return { ...place, oper: action.kind === 'down' ? DOWN : UP, btn: BUTTONS[action.button], ...rest };
  }
}

/** Reads an action of another member; undefined if it is invalid. A wrong number is never replaced. */
export function decodeAction(value: unknown): PointerAction | undefined {
  const { x, y, oper, btn, sn, _time } = (value ?? {}) as { readonly [K in keyof WireAction]: unknown };
  if (typeof sn !== 'number' || !Number.isSafeInteger(sn) || sn < 1) return undefined;
  if (oper === KEY_DOWN || oper === KEY_UP) {
    if (typeof btn !== 'number' || !Number.isInteger(btn) || btn < 0 || btn > MAX_KEY_CODE) return undefined;
    return { kind: oper === KEY_DOWN ? 'key-down' : 'key-up', keyCode: btn, sn };
  }
  if (!isCoordinate(x) || !isCoordinate(y)) return undefined;
  const isMirrored = x < 0;
  const rest = {
    x: isMirrored ? (SCALE + x) / SCALE : x / SCALE,
    y: Math.abs(y) / SCALE,
    isMirrored,
    sn,
    time: typeof _time === 'number' && Number.isFinite(_time) ? _time : 0,
  };
  if (oper === MOVE) return { kind: 'move', ...rest };
  if (oper !== DOWN && oper !== UP) return undefined;
  const button = (['left', 'middle', 'right'] as const).find((name) => BUTTONS[name] === btn);
  if (button) return { kind: oper === DOWN ? 'down' : 'up', button, ...rest };
  const direction = btn === WHEEL.up ? 'up' : btn === WHEEL.down ? 'down' : undefined;
  return direction && oper === DOWN ? { kind: 'wheel', direction, ...rest } : undefined;
}
