/**
 * The video pattern that identifies its sender and the frame: a grid of black and white cells in the middle of the
 * frame. Pure and free of Node and DOM, since senders, headless receivers and pages share it.
 *
 * Row 0 is the marker, row 1 the sender, rows 2 and 3 the frame counter (as Gray code, so that little changes from
 * frame to frame), row 4 a checksum of rows 1 to 3. The grid keeps clear of the borders, so that a camera that crops
 * 4:3 to 16:9 or back loses none of it.
 */

/** Sender number and frame counter, as read from a frame. */
export interface PatternReading {
  /** 0 to 255 */
  readonly sender: number;
  /** 0 to 65535, then 0 again. */
  readonly counter: number;
}

/** Brightness (0 to 255) of the frame at a pixel. */
export type LumaSampler = (x: number, y: number) => number;

export const COLUMNS = 8;
export const ROWS = 5;
/** The share of width and height that the grid takes, in the middle. */
export const GRID_SHARE = 0.7;
const MARKER = 0b10110100;
const COUNTER_MODULUS = 0x10000;
/** Minimum difference of brightness between the darkest and the brightest cell of a pattern. */
const MIN_CONTRAST = 50;
/** Samples per side of a cell. */
const CELL_SAMPLES = 4;

const crc8 = (bytes: readonly number[]): number => {
  let crc = 0xff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
};

const toGray = (value: number): number => value ^ (value >> 1);

const fromGray = (gray: number): number => {
  let value = gray;
  for (let shift = 8; shift > 0; shift >>= 1) value ^= value >> shift;
  return value;
};

/** The rows of cells for a frame, one byte each, highest bit on the left, 1 is white. */
export const patternRows = (sender: number, counter: number): readonly number[] => {
  const gray = toGray(counter % COUNTER_MODULUS);
  const payload = [sender & 0xff, gray >> 8, gray & 0xff];
  return [MARKER, ...payload, crc8(payload)];
};

/** Returns the cell of a pixel; undefined outside the grid. */
export const cellAt = (
  x: number,
  y: number,
  width: number,
  height: number,
): { row: number; column: number } | undefined => {
  const inset = (1 - GRID_SHARE) / 2;
  const column = Math.floor(((x / width - inset) / GRID_SHARE) * COLUMNS);
  const row = Math.floor(((y / height - inset) / GRID_SHARE) * ROWS);
  return column < 0 || column >= COLUMNS || row < 0 || row >= ROWS ? undefined : { row, column };
};

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the whole original frame would lie, had the middle of it been cut out to `width` by `height`. */
const uncropped = (width: number, height: number, aspect: number): Area => {
  const isCutAtSides = width / height < aspect;
  const fullWidth = isCutAtSides ? height * aspect : width;
  const fullHeight = isCutAtSides ? height : width / aspect;
  return { left: (width - fullWidth) / 2, top: (height - fullHeight) / 2, width: fullWidth, height: fullHeight };
};

const readCells = (sample: LumaSampler, area: Area): readonly number[] => {
  const inset = (1 - GRID_SHARE) / 2;
  const cells: number[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      let sum = 0;
      for (let i = 0; i < CELL_SAMPLES * CELL_SAMPLES; i += 1) {
        // The middle half of a cell: its rim is blurred by scaling and coding.
        const u = 0.25 + ((i % CELL_SAMPLES) + 0.5) / (2 * CELL_SAMPLES);
        const v = 0.25 + (Math.floor(i / CELL_SAMPLES) + 0.5) / (2 * CELL_SAMPLES);
        const x = area.left + area.width * (inset + (GRID_SHARE * (column + u)) / COLUMNS);
        const y = area.top + area.height * (inset + (GRID_SHARE * (row + v)) / ROWS);
        sum += sample(Math.floor(x), Math.floor(y));
      }
      cells.push(sum / (CELL_SAMPLES * CELL_SAMPLES));
    }
  }
  return cells;
};

const readArea = (sample: LumaSampler, area: Area): PatternReading | undefined => {
  const cells = readCells(sample, area);
  const [darkest, brightest] = [Math.min(...cells), Math.max(...cells)];
  if (brightest - darkest < MIN_CONTRAST) return undefined;
  const threshold = (darkest + brightest) / 2;
  const bytes = Array.from({ length: ROWS }, (_, row) =>
    cells.slice(row * COLUMNS, (row + 1) * COLUMNS).reduce((byte, cell) => byte * 2 + (cell > threshold ? 1 : 0), 0),
  );
  const [marker, sender = 0, high = 0, low = 0, checksum] = bytes;
  if (marker !== MARKER || checksum !== crc8([sender, high, low])) return undefined;
  return { sender, counter: fromGray(high * 256 + low) };
};

/** Reads a frame; undefined if it does not hold the pattern. Finds it whole, scaled, or cropped from 4:3 or 16:9. */
export const readPattern = (width: number, height: number, sample: LumaSampler): PatternReading | undefined => {
  for (const aspect of [width / height, 4 / 3, 16 / 9]) {
    const reading = readArea(sample, uncropped(width, height, aspect));
    if (reading !== undefined) return reading;
  }
  return undefined;
};

/** Number of frames from one counter to a later one, across the wrap. */
export const framesBetween = (earlier: number, later: number): number =>
  (later - earlier + COUNTER_MODULUS) % COUNTER_MODULUS;
