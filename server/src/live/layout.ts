import type { Canvas, LiveRegion } from './config.js';

/** The input of a layout for one stream. */
export interface Seen {
  readonly streamId: string;
  readonly isDesktop: boolean;
}

/** Limit of visible streams; the others are audible only, because each visible one costs a decoder. */
export const MAX_TILES = 16;
/** Share of the width for shared desktops beside cameras. */
const DESKTOP_SHARE = 0.78;
/** Aspect ratio of cameras; the chosen grid makes such tiles largest. */
const CAMERA_ASPECT = 16 / 9;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The regions of a `GRID`: desktops large on the left with the cameras beside them, or cameras alone in a grid. */
export function placeGrid(streams: readonly Seen[], canvas: Canvas): readonly LiveRegion[] {
  const desktops = streams.filter(({ isDesktop }) => isDesktop).slice(0, MAX_TILES);
  const cameras = streams.filter(({ isDesktop }) => !isDesktop).slice(0, MAX_TILES - desktops.length);
  const whole: Area = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  if (desktops.length === 0) return fill(cameras, whole);
  if (cameras.length === 0) return fill(desktops, whole);
  const split = even(canvas.width * DESKTOP_SHARE);
  return [
    ...fill(desktops, { ...whole, width: split }),
    ...fill(cameras, { ...whole, x: split, width: canvas.width - split }),
  ];
}

/** The regions of a `CUSTOM` layout whose streams are present, in the order of painting. */
export function placeCustom(regions: readonly LiveRegion[], streams: readonly Seen[]): readonly LiveRegion[] {
  const there = new Set(streams.map(({ streamId }) => streamId));
  return regions.filter(({ streamId }) => there.has(streamId)).toSorted((a, b) => a.z - b.z);
}

function fill(streams: readonly Seen[], area: Area): LiveRegion[] {
  if (streams.length === 0) return [];
  const columns = bestColumns(streams.length, area);
  const rows = Math.ceil(streams.length / columns);
  const width = even(area.width / columns);
  const height = even(area.height / rows);
  return streams.map(({ streamId }, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, streams.length - row * columns);
    const left = even((area.width - inRow * width) / 2);
    return {
      streamId,
      x: area.x + left + (index % columns) * width,
      y: area.y + row * height,
      width,
      height,
      z: 0,
      style: 'fit',
    };
  });
}

/** The number of columns that gives the largest tiles. */
function bestColumns(count: number, { width, height }: Area): number {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, (height / rows) * CAMERA_ASPECT);
    // Prefers columns to rows where both give the same size.
    if (size >= best.size) best = { columns, size };
  }
  return best.columns;
}

const even = (value: number): number => Math.floor(value / 2) * 2;
