import { TRACK_BUFFER_COMPACTION_RATIO, TRACK_BUFFER_SIZE } from './constants.js';
import { argumentError } from './errors.js';

/** Size and compaction of a buffer. */
export interface TrackBufferOptions {
  /** Maximum number of points, at least 1 (default 1000, spec §9). */
  readonly size?: number;
  /** Share of the points dropped when it is full, above 0 and up to 0.5 (default 0.25, spec §9). */
  readonly ratio?: number;
}

/**
 * Pending points of a track (of a pointer, a pen). When it is full, every fourth point is dropped, evenly over the
 * whole track, so that its shape is kept; the first and the newest point are always kept (spec §9: compaction ratio
 * 0.25).
 */
export class TrackBuffer<T> {
  readonly #size: number;
  readonly #span: number;
  #points: T[] = [];

  /** @throws {LecternError} reason `invalid-argument`. */
  constructor({ size = TRACK_BUFFER_SIZE, ratio = TRACK_BUFFER_COMPACTION_RATIO }: TrackBufferOptions = {}) {
    if (!(Number.isInteger(size) && size >= 1)) throw argumentError(`size ${size}: a whole number from 1 on is needed`);
    if (!(ratio > 0 && ratio <= 0.5)) throw argumentError(`ratio ${ratio}: a number above 0, up to 0.5 is needed`);
    this.#size = size;
    this.#span = Math.floor(1 / ratio);
  }

  /** Number of pending points. */
  get length(): number {
    return this.#points.length;
  }

  /** Adds the newest point; a full track is thinned out first. */
  put(point: T): void {
    if (this.#points.length >= this.#size) this.#compact();
    this.#points.push(point);
  }

  /** Removes and returns the oldest points, by default all. */
  take(limit: number = Infinity): T[] {
    return this.#points.splice(0, limit);
  }

  #compact(): void {
    const { length } = this.#points;
    const kept = this.#points.filter((_, index) => index % this.#span !== 1 || index === length - 1);
    // Buffers of one or two points have no inner points to drop.
    this.#points = kept.length < length ? kept : this.#points.slice(1);
  }
}
