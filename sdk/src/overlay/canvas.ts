import { Disposables } from '../core/disposables.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import {
  elementArea,
  nearestUnits,
  placeIn,
  pointToUnits,
  type PictureArea,
  type Point,
} from '../media/picture-area.js';
import type { Drawing } from './drawing.js';
import type { Stroke } from './marks.js';
import { browserPage, type OverlayPage } from './page.js';
import { paintStroke, paintTrail, type PaintArea } from './paint.js';
import type { PointerTrail } from './trail.js';

/** Content and position of an overlay. */
export interface OverlayOptions {
  /**
   * Lies over the video and has its size: style both with `position: absolute; inset: 0; width: 100%; height: 100%`.
   */
  readonly canvas: HTMLCanvasElement;
  /** Its `object-fit` and the size of its frames determine the area of the frame. */
  readonly video: HTMLVideoElement;
  /** True if the video is mirrored; the drawing is mirrored with it. */
  readonly isMirrored?: boolean;
  readonly drawing?: Drawing;
  readonly trail?: PointerTrail;
  /** By default the browser's. */
  readonly page?: OverlayPage;
}

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const context = canvas.getContext('2d');
  if (!context) throw new LecternError('the canvas gives no 2D context', { reason: 'unsupported' });
  return context;
};

/** Cache of finished strokes, each painted once: while the pointer moves, only the unfinished ones are repainted. */
class FinishedLayer {
  readonly #canvas: HTMLCanvasElement;
  #painted: readonly Stroke[] = [];
  #key = '';

  constructor(page: OverlayPage) {
    this.#canvas = page.createCanvas();
  }

  /** Paints the finished strokes at the beginning of the list, and returns their number. */
  paint(strokes: readonly Stroke[], paintArea: PaintArea, pixels: { width: number; height: number; ratio: number }) {
    const unfinished = strokes.findIndex(({ isEnded }) => !isEnded);
    const finished = unfinished < 0 ? strokes : strokes.slice(0, unfinished);
    const key = JSON.stringify([paintArea, pixels]);
    const context = contextOf(this.#canvas);
    if (key !== this.#key || !this.#painted.every((stroke, index) => stroke === finished[index])) {
      this.#key = key;
      this.#painted = [];
      this.#canvas.width = pixels.width;
      this.#canvas.height = pixels.height;
      context.setTransform(pixels.ratio, 0, 0, pixels.ratio, 0, 0);
    }
    for (const stroke of finished.slice(this.#painted.length)) paintStroke(context, stroke, paintArea);
    this.#painted = finished;
    return { picture: this.#canvas, count: finished.length };
  }
}

/**
 * Renders a drawing and a pointer over a video (spec §2): inside its frame, regardless of size, letterbox and
 * mirroring, in device pixels, and again after each change of these.
 */
export class OverlayCanvas {
  readonly #options: OverlayOptions;
  readonly #page: OverlayPage;
  readonly #context: CanvasRenderingContext2D;
  readonly #finished: FinishedLayer;
  readonly #held = new Disposables();
  #isMirrored: boolean;
  #cancelFrame: Dispose | undefined;

  /** @throws {LecternError} reason `unsupported` if the canvas has no 2D context. */
  constructor(options: OverlayOptions) {
    const { canvas, video, drawing, trail, isMirrored = false, page } = options;
    this.#options = options;
    this.#isMirrored = isMirrored;
    this.#page = page ?? browserPage(canvas.ownerDocument.defaultView ?? window);
    this.#context = contextOf(canvas);
    this.#finished = new FinishedLayer(this.#page);
    this.#held.add(this.#page.watchSizes(canvas, video, this.#invalidate));
    if (drawing) this.#held.add(drawing.state.subscribe(this.#invalidate));
    if (trail) this.#held.add(trail.subscribe(this.#invalidate));
    this.#held.add(() => this.#cancelFrame?.());
    this.#invalidate();
  }

  get isMirrored(): boolean {
    return this.#isMirrored;
  }

  set isMirrored(isMirrored: boolean) {
    this.#isMirrored = isMirrored;
    this.#invalidate();
  }

  /** Area of the frame in the canvas, in CSS pixels. */
  get area(): PictureArea {
    return elementArea(this.#options.video);
  }

  /** Maps a point of the page (`clientX`, `clientY`) to the frame; undefined outside of the frame. */
  placeAt(point: Point): Point | undefined {
    return pointToUnits(this.area, this.#inCanvas(point), this.#isMirrored);
  }

  /** As {@link placeAt}, with the nearest point for one outside of the frame. */
  nearestPlace(point: Point): Point {
    return nearestUnits(this.area, this.#inCanvas(point), this.#isMirrored);
  }

  /** Stops painting, and empties the canvas. Idempotent. */
  close(): void {
    this.#held.close();
    const { canvas } = this.#options;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, canvas.width, canvas.height);
  }

  #inCanvas({ x, y }: Point): Point {
    return placeIn(this.#options.canvas, { clientX: x, clientY: y });
  }

  readonly #invalidate = (): void => {
    this.#cancelFrame ??= this.#page.requestFrame(() => {
      this.#cancelFrame = undefined;
      this.#paint();
    });
  };

  #paint(): void {
    const { canvas, drawing, trail } = this.#options;
    const context = this.#context;
    const ratio = this.#page.pixelRatio();
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (width === 0 || height === 0) return;

    const paintArea: PaintArea = { area: this.area, isMirrored: this.#isMirrored };
    const strokes = drawing?.state.getSnapshot().strokes ?? [];
    const { picture, count } = this.#finished.paint(strokes, paintArea, { width, height, ratio });
    if (count > 0) context.drawImage(picture, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const stroke of strokes.slice(count)) paintStroke(context, stroke, paintArea);
    const points = trail?.points() ?? [];
    paintTrail(context, points, paintArea);
    if (points.some(({ age }) => age < 1)) this.#invalidate();
  }
}
