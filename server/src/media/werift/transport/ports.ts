/** Allocates the UDP ports of a range, each to one transport at a time. */
export class PortPool {
  readonly #taken = new Set<number>();
  #next: number;

  constructor(
    readonly first: number,
    readonly last: number,
  ) {
    if (!(first > 0 && last >= first && last <= 65_535)) {
      throw new RangeError(`portRange ${first}-${last} is not a range of UDP ports; give [first, last] within 1-65535`);
    }
    this.#next = first;
  }

  /** Number of ports in the range. */
  get size(): number {
    return this.last - this.first + 1;
  }

  /** The next free port, or undefined where all are in use. Ports are reused as late as possible. */
  take(): number | undefined {
    for (let tries = 0; tries < this.size; tries++) {
      const port = this.#next;
      this.#next = port === this.last ? this.first : port + 1;
      if (!this.#taken.has(port)) {
        this.#taken.add(port);
        return port;
      }
    }
    return undefined;
  }

  release(port: number): void {
    this.#taken.delete(port);
  }
}

/** The share of worker `index` of `count` in a range. */
export function sliceRange(range: readonly [number, number], index: number, count: number): readonly [number, number] {
  const size = Math.floor((range[1] - range[0] + 1) / count);
  if (size < 1) throw new RangeError(`portRange has fewer ports than there are workers (${count})`);
  const first = range[0] + index * size;
  return [first, index === count - 1 ? range[1] : first + size - 1];
}
