/** A square crop of an image: the zoom factor, and its centre as fractions of the image's size. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The crop in pixels of the image, kept within its edges. */
export function cropOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return {
    left: within(x * width - side / 2, 0, width - side),
    top: within(y * height - side / 2, 0, height - side),
    side,
  };
}

/** The square moved by shares of its own side. */
export function moved(size: Size, crop: Crop, byX: number, byY: number): Crop {
  const { left, top, side } = cropOf(size, crop);
  const next = {
    ...crop,
    x: (left + side / 2 + byX * side) / size.width,
    y: (top + side / 2 + byY * side) / size.height,
  };
  const kept = cropOf(size, next);
  return { ...crop, x: (kept.left + side / 2) / size.width, y: (kept.top + side / 2) / size.height };
}
