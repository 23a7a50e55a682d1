/** Samples kept before the first one, for filters that look back. */
export const LOOK_BACK = 8;

const CAPACITY = 16_384;

/** Decoded samples that are to be played. */
export class SampleQueue {
  readonly #samples = new Float32Array(CAPACITY);
  #start = LOOK_BACK;
  #end = LOOK_BACK;

  get length(): number {
    return this.#end - this.#start;
  }

  /** The samples with `LOOK_BACK` older ones before them; valid until the next change. */
  get view(): Float32Array {
    return this.#samples.subarray(this.#start - LOOK_BACK, this.#end);
  }

  push(samples: ArrayLike<number>): void {
    if (this.#end + samples.length > CAPACITY) this.#compact();
    // Samples beyond the capacity would wait for seconds; the oldest are dropped.
    if (this.#end + samples.length > CAPACITY) this.consume(this.#end + samples.length - CAPACITY);
    if (this.#end + samples.length > CAPACITY) this.#compact();
    this.#samples.set(samples, this.#end);
    this.#end += samples.length;
  }

  pushSilence(count: number): void {
    this.push(new Float32Array(count));
  }

  consume(count: number): void {
    this.#start = Math.min(this.#end, this.#start + count);
  }

  /** Replaces the first `count` samples. */
  replaceHead(count: number, samples: Float32Array): void {
    const rest = this.#samples.slice(this.#start + count, this.#end);
    this.#end = this.#start;
    this.push(samples);
    this.push(rest);
  }

  clear(): void {
    this.#samples.fill(0, 0, LOOK_BACK);
    this.#start = LOOK_BACK;
    this.#end = LOOK_BACK;
  }

  #compact(): void {
    this.#samples.copyWithin(0, this.#start - LOOK_BACK, this.#end);
    this.#end -= this.#start - LOOK_BACK;
    this.#start = LOOK_BACK;
  }
}
