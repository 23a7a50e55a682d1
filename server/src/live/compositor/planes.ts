/** Images in planar YUV 4:2:0 and the operations of a compositor on them. All positions and sizes are even. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** All of Y, then U, then V. */
  readonly data: Uint8Array;
}

interface Colour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Background and figure of a placeholder. */
const PLACEHOLDER: Colour = { y: 48, u: 128, v: 128 };
const FIGURE: Colour = { y: 96, u: 128, v: 128 };

export const bytesOf = (width: number, height: number): number => (width * height * 3) / 2;

/** 0xRRGGBB in the video range of BT.601. */
export function colourOf(rgb: number): Colour {
  const [red, green, blue] = [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff];
  return {
    y: Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue),
    u: Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue),
    v: Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue),
  };
}

/** An image of one colour. */
export function blank(width: number, height: number, { y, u, v }: Colour): Picture {
  const data = new Uint8Array(bytesOf(width, height));
  const size = width * height;
  data.fill(y, 0, size);
  data.fill(u, size, size + size / 4);
  data.fill(v, size + size / 4);
  return { width, height, data };
}

/** Copies an image onto a larger one. */
export function paste(onto: Picture, picture: Picture, x: number, y: number): void {
  let from = 0;
  let to = 0;
  for (const divisor of [1, 2, 2]) {
    const [width, height] = [picture.width / divisor, picture.height / divisor];
    const stride = onto.width / divisor;
    let target = to + (y / divisor) * stride + x / divisor;
    for (let row = 0; row < height; row++) {
      onto.data.set(picture.data.subarray(from, from + width), target);
      from += width;
      target += stride;
    }
    to += stride * (onto.height / divisor);
  }
}

/** The image in another size, by the nearest pixel: a substitute until a decoder delivers the size itself. */
export function resized(picture: Picture, width: number, height: number): Picture {
  const data = new Uint8Array(bytesOf(width, height));
  let from = 0;
  let to = 0;
  for (const divisor of [1, 2, 2]) {
    const [columns, rows] = [width / divisor, height / divisor];
    const stride = picture.width / divisor;
    const lines = picture.height / divisor;
    for (let row = 0; row < rows; row++) {
      const line = from + Math.floor((row * lines) / rows) * stride;
      for (let column = 0; column < columns; column++) {
        data[to++] = picture.data[line + Math.floor((column * stride) / columns)] ?? 0;
      }
    }
    from += stride * lines;
  }
  return { width, height, data };
}

/** Head and shoulders on grey, for a member without video. */
export function placeholder(width: number, height: number): Picture {
  const picture = blank(width, height, PLACEHOLDER);
  const unit = Math.min(width, height);
  const middle = width / 2;
  const head = { y: height * 0.4, radius: unit * 0.16 };
  const shoulders = { y: height * 0.4 + unit * 0.44, radius: unit * 0.27 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inHead = Math.hypot(x - middle, y - head.y) < head.radius;
      const inShoulders = y < shoulders.y && Math.hypot(x - middle, y - shoulders.y) < shoulders.radius;
      if (inHead || inShoulders) picture.data[y * width + x] = FIGURE.y;
    }
  }
  return picture;
}
