/** Requests retransmission of packets that the publisher sent and that did not arrive. */

/** A gap wider than this is an outage, not loss: only a keyframe helps. */
const MAX_GAP = 250;
/** More missing packets are an outage, too, and exceed a few requests. */
const MAX_MISSING = 1_000;
const MAX_TRIES = 8;
const RETRY_MS = 40;
/** A later packet is useless to viewers. */
const GIVE_UP_MS = 1_000;

interface Missing {
  readonly since: number;
  askedAt: number;
  tries: number;
}

export class LossChaser {
  readonly #missing = new Map<number, Missing>();
  #highest: number | undefined;
  #hasGivenUp = false;

  /** Registers a packet by its extended sequence number. Returns true if a new gap opened. */
  received(sequence: number, now: number): boolean {
    const highest = this.#highest;
    if (highest === undefined || sequence > highest) this.#highest = sequence;
    if (highest === undefined) return false;
    if (sequence <= highest) {
      this.#missing.delete(sequence);
      return false;
    }
    const gap = sequence - highest - 1;
    if (gap > MAX_GAP || this.#missing.size + gap > MAX_MISSING) {
      this.#missing.clear();
      this.#hasGivenUp = true;
      return false;
    }
    for (let lost = highest + 1; lost < sequence; lost++)
      this.#missing.set(lost, { since: now, askedAt: -Infinity, tries: 0 });
    return gap > 0;
  }

  /** The extended numbers to request now, in order. */
  due(now: number): number[] {
    const due: number[] = [];
    for (const [sequence, missing] of this.#missing) {
      if (missing.tries >= MAX_TRIES || now - missing.since > GIVE_UP_MS) {
        this.#missing.delete(sequence);
        this.#hasGivenUp = true;
      } else if (now - missing.askedAt >= RETRY_MS) {
        missing.askedAt = now;
        missing.tries++;
        due.push(sequence);
      }
    }
    return due;
  }

  get isChasing(): boolean {
    return this.#missing.size > 0;
  }

  /** True if packets were lost irrecoverably since the last call: the video needs a keyframe. */
  takeGivenUp(): boolean {
    const hasGivenUp = this.#hasGivenUp;
    this.#hasGivenUp = false;
    return hasGivenUp;
  }
}
