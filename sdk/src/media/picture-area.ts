/** Width and height, in one unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point, in CSS pixels or in {@link PICTURE_UNITS}. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Area of a frame in its box, in CSS pixels from the box's upper left corner; larger than the box where it is cropped.
 */
export interface PictureArea extends Point, Size {}

/** Values of the CSS property `object-fit`. */
export type PictureFit = 'contain' | 'cover' | 'fill' | 'none' | 'scale-down';

/** Resolution of points in a frame: parts of its width and height (spec §9: pointer and zoom/focus scale). */
export const PICTURE_UNITS = 10_000;

const scaleOf = (box: Size, picture: Size, fit: PictureFit): number => {
  const contain = Math.min(box.width / picture.width, box.height / picture.height);
  if (fit === 'cover') return Math.max(box.width / picture.width, box.height / picture.height);
  if (fit === 'none') return 1;
  return fit === 'scale-down' ? Math.min(1, contain) : contain;
};

/**
 * Computes the area of a frame in a box: letterboxed, cropped or stretched according to `fit`, and centred. A frame of
 * unknown size fills the box.
 */
export function pictureArea(box: Size, picture: Size, fit: PictureFit = 'contain'): PictureArea {
  if (fit === 'fill' || picture.width <= 0 || picture.height <= 0) return { ...box, x: 0, y: 0 };
  const scale = scaleOf(box, picture, fit);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
}

const FITS: readonly string[] = ['contain', 'cover', 'fill', 'none', 'scale-down'] satisfies PictureFit[];

/** Computes the area of a video's frame in its element, according to the element's `object-fit`. */
export function elementArea(video: HTMLVideoElement): PictureArea {
  const fit = video.ownerDocument.defaultView?.getComputedStyle(video).objectFit ?? '';
  return pictureArea(
    { width: video.clientWidth, height: video.clientHeight },
    { width: video.videoWidth, height: video.videoHeight },
    FITS.includes(fit) ? (fit as PictureFit) : 'contain',
  );
}

/**
 * Maps a point of the window into an element, in the element's own CSS pixels from its padding's upper left corner,
 * like {@link elementArea}: CSS transforms may scale the element.
 */
export function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [across, down] = [width / element.offsetWidth || 1, height / element.offsetHeight || 1];
  return { x: (clientX - left) / across - element.clientLeft, y: (clientY - top) / down - element.clientTop };
}

const limited = (value: number): number => Math.min(PICTURE_UNITS, Math.max(0, value));

/** Maps a point of the box to the nearest point of the unmirrored frame: 0 to 10000 from its left and top. */
export function nearestUnits(area: PictureArea, { x, y }: Point, isMirrored = false): Point {
  const across = area.width > 0 ? limited(Math.round(((x - area.x) / area.width) * PICTURE_UNITS)) : 0;
  const down = area.height > 0 ? limited(Math.round(((y - area.y) / area.height) * PICTURE_UNITS)) : 0;
  return { x: isMirrored ? PICTURE_UNITS - across : across, y: down };
}

/** As {@link nearestUnits}; undefined for a point outside of the frame. */
export function pointToUnits(area: PictureArea, point: Point, isMirrored = false): Point | undefined {
  const isInside =
    point.x >= area.x && point.y >= area.y && point.x <= area.x + area.width && point.y <= area.y + area.height;
  return isInside ? nearestUnits(area, point, isMirrored) : undefined;
}

/** Maps a point of the frame to its box, in CSS pixels. */
export function unitsToPoint(area: PictureArea, { x, y }: Point, isMirrored = false): Point {
  const across = isMirrored ? PICTURE_UNITS - x : x;
  return { x: area.x + (across / PICTURE_UNITS) * area.width, y: area.y + (y / PICTURE_UNITS) * area.height };
}
