/** A repeatable stream of numbers in [0, 1): the same seed gives the same stream on every machine. */
export class SeededRandom {
  #state: number;

  /** @param seed any integer; only its lowest 32 bits count. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number in [0, 1), by the mulberry32 generator. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True with the given probability (0 to 1). Always consumes one number, so that streams stay aligned. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A generator of its own, so that one consumer does not shift the numbers of another. */
  fork(label: number): SeededRandom {
    return new SeededRandom(Math.imul(this.#state ^ 0x9e3779b9, 2 * label + 1));
  }
}
