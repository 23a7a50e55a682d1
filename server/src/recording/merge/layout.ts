/** Size of the merged video, in pixels. */
export const CANVAS = { width: 1280, height: 720 } as const;

/** A region of the frame; whole even numbers of pixels. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Limit of visible streams. */
export const MAX_TILES = 25;
/** Share of the width for a desktop beside others. */
const LARGE_SHARE = 0.8;

const even = (value: number): number => Math.floor(value / 2) * 2;

/** Regions for `count` tiles of the same rank: as square a grid as possible, the last row centred. */
export function grid(count: number): Tile[] {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const width = even(CANVAS.width / columns);
  const height = even(CANVAS.height / rows);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - columns * row : columns;
    const left = (CANVAS.width - inRow * width) / 2;
    return { x: even(left + (index % columns) * width), y: row * height, width, height };
  });
}

/** The first tile large, the others small in a column at its right. */
export function presentation(count: number): Tile[] {
  if (count <= 1) return grid(count);
  const large = even(CANVAS.width * LARGE_SHARE);
  const others = count - 1;
  const column = CANVAS.width - large;
  const columns = others > 5 ? 2 : 1;
  const width = even(column / columns);
  const rows = Math.ceil(others / columns);
  const height = even(Math.min(CANVAS.height / rows, (width * 9) / 16));
  const small = Array.from({ length: others }, (_, index) => ({
    x: large + (index % columns) * width,
    y: Math.floor(index / columns) * height,
    width,
    height,
  }));
  return [{ x: 0, y: 0, width: large, height: CANVAS.height }, ...small];
}
