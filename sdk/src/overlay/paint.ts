import { PICTURE_UNITS, unitsToPoint, type PictureArea, type Point } from '../media/picture-area.js';
import type { Stroke } from './marks.js';
import { canvasMode } from './style.js';
import type { TrailKind, TrailPoint } from './trail.js';

/** Area of the frame on the canvas, in CSS pixels, and whether it is mirrored. */
export interface PaintArea {
  readonly area: PictureArea;
  readonly isMirrored: boolean;
}

/** Deployed clients show the pointer this way: dots of these colours, sizes in CSS pixels. */
const TRAIL: Readonly<Record<TrailKind, { readonly color: string; readonly size: number }>> = {
  move: { color: '#e312f7', size: 2 },
  left: { color: '#bd3833', size: 8 },
  right: { color: '#2d17bd', size: 8 },
  wheel: { color: '#3abd4c', size: 8 },
};
const POINTER_RADIUS = 6;

function dot(context: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Paints one stroke inside the frame: a curve through the midpoints between its points. */
export function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke, { area, isMirrored }: PaintArea): void {
  const { points, color, mode, width } = stroke;
  const at = (index: number): Point =>
    unitsToPoint(area, { x: points[2 * index] ?? 0, y: points[2 * index + 1] ?? 0 }, isMirrored);
  const count = points.length / 2;
  const lineWidth = Math.max(1, (width / PICTURE_UNITS) * area.width);

  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  context.globalCompositeOperation = canvasMode(mode);
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = lineWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const first = at(0);
  if (count === 1) {
    dot(context, first, lineWidth / 2);
  } else {
    const last = at(count - 1);
    context.beginPath();
    context.moveTo(first.x, first.y);
    for (let index = 1; index < count - 1; index++) {
      const point = at(index);
      const next = at(index + 1);
      context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    }
    context.lineTo(last.x, last.y);
    context.stroke();
  }
  context.restore();
}

/** Paints the pointer's trail, and a ring at its position. */
export function paintTrail(
  context: CanvasRenderingContext2D,
  points: readonly TrailPoint[],
  { area, isMirrored }: PaintArea,
): void {
  if (points.length === 0) return;
  context.save();
  let before: Point | undefined;
  for (const point of points) {
    const { color, size } = TRAIL[point.kind];
    const place = unitsToPoint(area, point, isMirrored);
    context.globalAlpha = 1 - point.age;
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = TRAIL.move.size;
    if (before) {
      context.beginPath();
      context.moveTo(before.x, before.y);
      context.lineTo(place.x, place.y);
      context.stroke();
    }
    if (point.kind !== 'move') dot(context, place, size / 2);
    before = place;
  }
  if (before) {
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.strokeStyle = TRAIL.move.color;
    context.beginPath();
    context.arc(before.x, before.y, POINTER_RADIUS, 0, 2 * Math.PI);
    context.stroke();
  }
  context.restore();
}
