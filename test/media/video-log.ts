import { framesBetween, type PatternReading } from './pattern.js';

/** The video received on one track. Free of Node and DOM. */
export interface VideoReport {
  /** Number of received frames, with the pattern or without. */
  readonly pictures: number;
  /** Number of frames with a readable pattern. */
  readonly readable: number;
  /** Sender number in the last readable frame; undefined before the first one. */
  readonly sender: number | undefined;
  /** The frame counter last seen. */
  readonly counter: number | undefined;
  /** Frames sent between the first and the last seen that were not seen. */
  readonly missing: number;
  /** Most frames missing in a row. */
  readonly longestGap: number;
  readonly width: number;
  readonly height: number;
}

/** Gathers the readings of one track into a report. */
export class VideoLog {
  #pictures = 0;
  #readable = 0;
  #last: PatternReading | undefined;
  #missing = 0;
  #longestGap = 0;
  #size = { width: 0, height: 0 };

  add(reading: PatternReading | undefined, width: number, height: number): void {
    this.#pictures += 1;
    this.#size = { width, height };
    if (reading === undefined) return;
    const step = this.#last?.sender === reading.sender ? framesBetween(this.#last.counter, reading.counter) : 1;
    // A frame that is read twice is not counted twice.
    if (step === 0) return;
    this.#readable += 1;
    this.#missing += step - 1;
    this.#longestGap = Math.max(this.#longestGap, step - 1);
    this.#last = reading;
  }

  report(): VideoReport {
    return {
      pictures: this.#pictures,
      readable: this.#readable,
      sender: this.#last?.sender,
      counter: this.#last?.counter,
      missing: this.#missing,
      longestGap: this.#longestGap,
      ...this.#size,
    };
  }
}
