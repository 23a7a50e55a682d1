/** A box in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface GridLayout extends Size {
  readonly columns: number;
}

export const GRID_GAP = 12;
/** Tiles may be this narrow or this wide, width over height: portrait on a phone, a camera's own shape elsewhere. */
const NARROWEST = 3 / 4;
const WIDEST = 16 / 9;
/** Minimum height at which a face is recognisable, in CSS pixels; below it the grid scrolls. */
export const MIN_TILE_HEIGHT = 112;

interface Candidate extends GridLayout {
  /** Large enough for faces. */
  readonly isUsable: boolean;
  readonly fits: boolean;
  readonly score: number;
}

function candidate(count: number, columns: number, box: Size, gap: number): Candidate {
  const rows = Math.ceil(count / columns);
  const cellWidth = Math.max(0, (box.width - gap * (columns - 1)) / columns);
  const cellHeight = Math.max(MIN_TILE_HEIGHT, (box.height - gap * (rows - 1)) / rows);
  const width = Math.floor(Math.min(cellWidth, cellHeight * WIDEST));
  const height = Math.floor(Math.min(cellHeight, cellWidth / NARROWEST));
  const isUsable = height >= MIN_TILE_HEIGHT;
  return {
    columns,
    width,
    height,
    isUsable,
    fits: isUsable && height * rows + gap * (rows - 1) <= box.height,
    // Large tiles score higher. A narrow tile crops wide video, which counts half.
    score: width * height * Math.sqrt(width / Math.max(1, height) / WIDEST),
  };
}

const isBetter = (next: Candidate, best: Candidate): boolean => {
  if (next.fits !== best.fits) return next.fits;
  // Where it scrolls anyway, more columns mean less of it.
  return next.fits ? next.score > best.score : next.isUsable;
};

/** The best equal tiles that fit `count` times into a box; if none fit, as many columns as the minimum size allows. */
export function layoutGrid(count: number, box: Size, gap = GRID_GAP): GridLayout {
  let best = candidate(count, 1, box, gap);
  for (let columns = 2; columns <= count; columns += 1) {
    const next = candidate(count, columns, box, gap);
    if (isBetter(next, best)) best = next;
  }
  const { columns, width, height } = best;
  return { columns, width, height };
}
