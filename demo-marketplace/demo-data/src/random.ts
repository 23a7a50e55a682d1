/** FNV-1a with 32 bits. */
const FNV_OFFSET = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

/** Deterministic random numbers: mulberry32. */
export class SeededRandom {
  #state: number;

  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = this.#seed;
  }

  /** A stream that depends only on the seed and the name, not on earlier draws. */
  stream(name: string | number): SeededRandom {
    let hash = FNV_OFFSET ^ this.#seed;
    for (const byte of Buffer.from(String(name))) hash = Math.imul(hash ^ byte, FNV_PRIME);
    return new SeededRandom(hash);
  }

  /** A number from 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both bounds inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  /** Some elements of a list, without repetition. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.between(0, rest.length - 1), 1));
    return taken;
  }
}
