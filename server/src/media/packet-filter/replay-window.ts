/** Size of the window, in packets; more than any network reorders or retransmits. */
const WINDOW = 2_048;
const WORD_BITS = 32;
const WORDS = WINDOW / WORD_BITS;

/** Refuses a packet that was accepted before, or is too old to determine that (RFC 3711 3.3.2). */
export class ReplayWindow {
  readonly #seen = new Uint32Array(WORDS);
  #newest = -1;

  /** Highest index accepted; -1 where there is none. */
  get newest(): number {
    return this.#newest;
  }

  /** True if the packet of this index may be accepted. */
  admits(index: number): boolean {
    if (index > this.#newest) return true;
    return this.#newest - index < WINDOW && !this.#has(index);
  }

  /** Records an index whose packet was authenticated. */
  accept(index: number): void {
    if (index > this.#newest) {
      // Slots of skipped numbers still hold indices that have left the window.
      if (index - this.#newest >= WINDOW) this.#seen.fill(0);
      else for (let between = this.#newest + 1; between < index; between++) this.#clear(between);
      this.#newest = index;
    }
    const slot = index % WINDOW;
    this.#seen[slot >> 5] = (this.#seen[slot >> 5] ?? 0) | (1 << (slot & 31));
  }

  #has(index: number): boolean {
    const slot = index % WINDOW;
    return (((this.#seen[slot >> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  #clear(index: number): void {
    const slot = index % WINDOW;
    this.#seen[slot >> 5] = (this.#seen[slot >> 5] ?? 0) & ~(1 << (slot & 31));
  }
}
