import { PICTURE_UNITS } from '../media/picture-area.js';
import type { Drawing, Pen } from './drawing.js';
import type { PenStyle } from './style.js';
import type { TrailAction } from './trail.js';

/**
 * Draws the path of a pointer's left button, for a remote control whose other side supports no shared drawing, e.g. a
 * deployed client. Both sides see the same if the controller passes in the actions that were sent, and the controlled
 * side those that arrived.
 */
export class PointerPen {
  readonly #drawing: Drawing;
  readonly #style: PenStyle;
  #pen: Pen | undefined;

  constructor(drawing: Drawing, style: PenStyle = {}) {
    this.#drawing = drawing;
    this.#style = style;
  }

  follow({ kind, button, x, y }: TrailAction): void {
    if (x === undefined || y === undefined) return;
    const place = { x: x * PICTURE_UNITS, y: y * PICTURE_UNITS };
    if (kind === 'down' && button === 'left') this.#pen = this.#drawing.begin(this.#style, place);
    else this.#pen?.move(place);
    if (kind === 'up' && button === 'left') this.end();
  }

  /** The control has ended. */
  end(): void {
    this.#pen?.end();
    this.#pen = undefined;
  }
}
