import { invalid } from './errors.js';

/**
 * The twelve composite modes (spec §2): how a stroke combines with the existing drawing, never with the video below.
 * `destination-out` erases.
 */
export const COMPOSITE_MODES = [
  'source-over',
  'source-atop',
  'source-in',
  'source-out',
  'destination-over',
  'destination-atop',
  'destination-in',
  'destination-out',
  'lighter',
  'darker',
  'xor',
  'copy',
] as const;
export type CompositeMode = (typeof COMPOSITE_MODES)[number];

/** Style of a stroke. */
export interface PenStyle {
  /** By default `source-over`. */
  readonly mode?: CompositeMode;
  /** `#rrggbb` or `#rrggbbaa`; by default that of a pressed left button in the pointer trail. */
  readonly color?: string;
  /** In 1/10000 of the frame's width, 1 to 2000; by default 50. */
  readonly width?: number;
}

/** Colour of a left press in deployed clients. */
const DEFAULT_COLOR = '#bd3833';
const DEFAULT_WIDTH = 50;
const MAX_WIDTH = 2_000;
const COLOR = /^#([0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Completes and checks a style. @throws {LecternError} reason `invalid-argument`. */
export function completeStyle(style: PenStyle): Required<PenStyle> {
  const { mode = 'source-over', color = DEFAULT_COLOR, width = DEFAULT_WIDTH } = style;
  if (!COMPOSITE_MODES.includes(mode)) throw invalid(`mode must be one of ${COMPOSITE_MODES.join(', ')}`);
  if (typeof color !== 'string' || !COLOR.test(color)) throw invalid('color must be #rrggbb or #rrggbbaa');
  if (!Number.isInteger(width) || width < 1 || width > MAX_WIDTH) {
    throw invalid(`width must be whole, 1 to ${MAX_WIDTH}`);
  }
  return { mode, color, width };
}

/** Browsers have replaced `darker` by `darken`. */
export const canvasMode = (mode: CompositeMode): GlobalCompositeOperation => (mode === 'darker' ? 'darken' : mode);
