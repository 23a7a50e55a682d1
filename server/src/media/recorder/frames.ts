/** A frame as it is written to a file. */
export interface VideoFrame {
  readonly timestamp: number;
  readonly isKeyframe: boolean;
  readonly data: Buffer;
  /** Dimensions, in keyframes only. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Decoder configuration, in keyframes of codecs that have one. */
  readonly configuration?: Buffer;
}

/** Largest encoded frame that is assembled, in bytes; one of 4096 by 2304 at its best has about 2 MB. */
const MAX_PICTURE_BYTES = 8 << 20;
/** Minimum accounted size of a part, for its memory overhead. */
const LEAST_PART_BYTES = 256;

/** Counts the bytes of an unfinished frame, so that one that never ends does not exhaust the memory. */
export class PictureBudget {
  #bytes = 0;

  /** True if a part of this length still fits. */
  take(bytes: number): boolean {
    this.#bytes += Math.max(bytes, LEAST_PART_BYTES);
    return this.#bytes <= MAX_PICTURE_BYTES;
  }

  reset(): void {
    this.#bytes = 0;
  }
}

/** Assembles the frames of one codec from packets in order. */
export interface Depacketizer {
  /**
   * Adds a packet.
   *
   * @param isAfterLoss packets are missing before it
   * @returns the frame that it completes
   */
  push(packet: { timestamp: number; marker: boolean; payload: Buffer }, isAfterLoss: boolean): VideoFrame | undefined;
}

/** Drops frames that cannot be decoded: after a loss, all frames until the next keyframe. */
export class KeyframeGate {
  #isOpen = false;

  get isWaiting(): boolean {
    return !this.#isOpen;
  }

  close(): void {
    this.#isOpen = false;
  }

  passes(frame: VideoFrame): boolean {
    if (frame.isKeyframe) this.#isOpen = true;
    return this.#isOpen;
  }
}
