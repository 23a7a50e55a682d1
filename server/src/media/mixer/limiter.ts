import { FRAME, FULL_SCALE, SAMPLES_PER_MS } from './format.js';

/** Gain is set for blocks of so many samples, one block ahead of the output. */
const BLOCK = 2.5 * SAMPLES_PER_MS;
const BLOCKS = FRAME / BLOCK;
/** 1.4 dB of headroom for peaks that the encoding adds. */
const CEILING = 0.85 * FULL_SCALE;
/** Fraction of the missing gain that is restored with each block: most of it within 100 ms. */
const RELEASE = 0.05;

/** Keeps a sum of voices within full scale by reducing the gain in advance, never by clipping. Delays by 2.5 ms. */
export class Limiter {
  readonly #held = new Float32Array(BLOCK);
  #heldPeak = 0;
  #gain = 1;

  /** Copies the state of another limiter. */
  continueFrom(other: Limiter): void {
    this.#held.set(other.#held);
    this.#heldPeak = other.#heldPeak;
    this.#gain = other.#gain;
  }

  process(sum: Float32Array, out: Int16Array): void {
    for (let block = 0; block < BLOCKS; block++) {
      const start = block * BLOCK;
      let peak = 0;
      for (let index = start; index < start + BLOCK; index++) peak = Math.max(peak, Math.abs(sum[index] ?? 0));
      // At the end of the held block, the gain must suit it and the one after it.
      const wanted = this.#gain + (1 - this.#gain) * RELEASE;
      const next = Math.min(wanted, CEILING / Math.max(peak, this.#heldPeak, CEILING));
      const step = (next - this.#gain) / BLOCK;
      for (let index = 0; index < BLOCK; index++) {
        out[start + index] = Math.round((this.#held[index] ?? 0) * (this.#gain + step * index));
      }
      for (let index = 0; index < BLOCK; index++) this.#held[index] = sum[start + index] ?? 0;
      this.#heldPeak = peak;
      this.#gain = next;
    }
  }
}
