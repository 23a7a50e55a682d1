/** A picture as it is written to a file. */
export interface VideoFrame {
  readonly timestamp: number;
  readonly isKeyframe: boolean;
  readonly data: Buffer;
  /** Of keyframes: what they say of themselves. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Of keyframes: what a decoder needs beforehand, where the codec has such. */
  readonly configuration?: Buffer;
}

/** Largest encoded picture that is put together, in bytes; one of 4096 by 2304 at its best has about 2 MB. */
const MAX_PICTURE_BYTES = 8 << 20;
/** A part counts for at least so many bytes: keeping it costs about as much. */
const LEAST_PART_BYTES = 256;

/** Counts what an unfinished picture holds, so that one which never ends does not take all memory. */
export class PictureBudget {
  #bytes = 0;

  /** Whether a part of this length still fits. */
  take(bytes: number): boolean {
    this.#bytes += Math.max(bytes, LEAST_PART_BYTES);
    return this.#bytes <= MAX_PICTURE_BYTES;
  }

  reset(): void {
    this.#bytes = 0;
  }
}

/** Puts the pictures of one codec together from packets that come in order. */
export interface Depacketizer {
  /**
   * Takes in a packet.
   *
   * @param isAfterLoss packets are missing before it
   * @returns the picture that it completes
   */
  push(packet: { timestamp: number; marker: boolean; payload: Buffer }, isAfterLoss: boolean): VideoFrame | undefined;
}

/** Lets nothing through that cannot be decoded: after a loss the picture stands until the next keyframe. */
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
