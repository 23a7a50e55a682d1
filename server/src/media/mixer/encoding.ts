import { FRAME, FULL_SCALE } from './format.js';
import { Limiter } from './limiter.js';
import { OpusEncoder } from './opus.js';

/** The encoding of a sum of voices into packets. */
export class Encoding {
  readonly #limiter = new Limiter();
  readonly #encoder = new OpusEncoder();
  #frame = new Int16Array(FRAME);
  #before = new Int16Array(FRAME);
  /** True if the previous frame was encoded too, so that this encoder's packets continue from it. */
  #isRunning = false;

  /**
   * Continues from the state of another encoding whose listeners move here; to be called before either takes a frame.
   */
  continueFrom(other: Encoding): void {
    this.#limiter.continueFrom(other.#limiter);
    this.#frame.set(other.#frame);
    this.#isRunning = false;
  }

  /** Takes the next frame's sum, which is encoded only if there are listeners. */
  take(sum: Float32Array): void {
    [this.#frame, this.#before] = [this.#before, this.#frame];
    this.#limiter.process(sum, this.#frame);
  }

  /** @param hasNewListeners true if listeners join that had packets of another encoding before */
  encode(hasNewListeners: boolean): Buffer {
    if (!this.#isRunning) {
      this.#isRunning = true;
      return this.#encoder.encodeEntry(this.#before, this.#frame);
    }
    return hasNewListeners ? this.#encoder.encodeIndependent(this.#frame) : this.#encoder.encode(this.#frame);
  }

  /** Drops the frame without encoding it. */
  skip(): void {
    this.#isRunning = false;
  }

  /** In dB below full scale, 0 to 127, as in RTP (RFC 6464). */
  get level(): number {
    const power = meanSquareOf(this.#frame) / FULL_SCALE ** 2;
    return power === 0 ? 127 : Math.max(0, Math.min(127, Math.round(-10 * Math.log10(power))));
  }
}

function meanSquareOf(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample ** 2;
  return sum / frame.length;
}
