/** Arithmetic on RTP's wrapping numbers. */

/** The signed distance from `from` to `to` on a circle of 2^16. */
export function distance16(from: number, to: number): number {
  return ((to - from + 0x1_8000) & 0xffff) - 0x8000;
}

export function add16(value: number, delta: number): number {
  return (value + delta) & 0xffff;
}

export function add32(value: number, delta: number): number {
  return (value + delta) >>> 0;
}

/** Extends wrapping 16-bit numbers: each result is the nearest to the previous one. */
export class SequenceUnwrapper {
  #last: number | undefined;

  /** The extended number; the first one is kept, plus one cycle so that older ones stay positive. */
  unwrap(sequence: number): number {
    const last = this.#last ?? sequence + 0x1_0000;
    const extended = last + distance16(last & 0xffff, sequence);
    if (this.#last === undefined || extended > this.#last) this.#last = extended;
    return extended;
  }
}
