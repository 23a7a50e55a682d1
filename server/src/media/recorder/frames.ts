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
