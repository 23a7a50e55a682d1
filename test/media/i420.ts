import { cellAt, patternRows, readPattern, type PatternReading } from './pattern.js';

/** A frame in planar YUV 4:2:0: all of Y, then U, then V. Width and height are even. */
export interface I420Frame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

// Video range, as cameras give it.
const BLACK = 16;
const WHITE = 235;
const BACKGROUND = 90;
const BAR = 150;
/** Share of the width that the moving bar takes. */
const BAR_SHARE = 0.1;
/** Number of frames in which the bar crosses the image. */
const BAR_PERIOD = 60;

/** Draws frames of one sender; each shows the grid before a bar that moves. */
export class PatternPainter {
  readonly #cells: Int8Array;
  readonly #size: number;

  constructor(
    private readonly sender: number,
    readonly width: number,
    readonly height: number,
  ) {
    this.#size = width * height;
    this.#cells = new Int8Array(this.#size).fill(-1);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const cell = cellAt(x, y, width, height);
        if (cell !== undefined) this.#cells[y * width + x] = cell.row * 8 + cell.column;
      }
    }
  }

  /** A new frame with the given counter. */
  paint(counter: number): I420Frame {
    const { width, height } = this;
    const data = new Uint8Array((this.#size * 3) / 2);
    const rows = patternRows(this.sender, counter);
    const barLeft = Math.floor(((counter % BAR_PERIOD) / BAR_PERIOD) * width);
    const barRight = barLeft + Math.floor(width * BAR_SHARE);
    for (let index = 0; index < this.#size; index += 1) {
      const cell = this.#cells[index] ?? -1;
      if (cell >= 0) {
        data[index] = ((rows[cell >> 3] ?? 0) >> (7 - (cell & 7))) & 1 ? WHITE : BLACK;
      } else {
        const x = index % width;
        data[index] = x >= barLeft && x < barRight ? BAR : BACKGROUND;
      }
    }
    // A colour per sender, for human eyes.
    data.fill(64 + ((this.sender * 67) % 128), this.#size, this.#size * 1.25);
    data.fill(64 + ((this.sender * 29) % 128), this.#size * 1.25);
    return { width, height, data };
  }
}

/** Reads the pattern of a received frame. */
export const readI420 = ({ width, height, data }: I420Frame): PatternReading | undefined =>
  readPattern(width, height, (x, y) => data[y * width + x] ?? 0);
