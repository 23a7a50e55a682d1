interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** Long enough to smooth out short stalls, short enough to follow changes. */
const WINDOW_MS = 10_000;
/** Below it a speed is a guess. */
const ENOUGH_MS = 1_000;

/** Measures a transfer rate over the last ten seconds. */
export class TransferRate {
  #samples: readonly Sample[] = [];

  /** Records the number of bytes transferred so far. */
  note(at: number, bytes: number): void {
    const before = this.#samples.filter((sample) => at - sample.at <= WINDOW_MS);
    this.#samples = [...before, { at, bytes }];
  }

  /** After a break nothing that was before it counts. */
  reset(): void {
    this.#samples = [];
  }

  /** Bytes per second; undefined until it can be estimated. */
  get perSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < ENOUGH_MS) return undefined;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }
}
