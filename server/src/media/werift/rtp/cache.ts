/** An incoming packet, kept for forwarding and retransmission; shared by all subscribers and immutable. */
export interface CachedPacket {
  /** Extended sequence number within its feed. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
  /** For mixed audio: CSRCs of the audible speakers, and the audio level in dB below full scale. */
  readonly mixed?: { readonly csrcs: readonly number[]; readonly level: number };
}

/** Age limit of packets for retransmission, in ms. */
const MAX_AGE_MS = 5_000;

/**
 * The last packets of a stream, found by extended sequence number. Packets of a slow stream, for which a full cache
 * would span minutes, expire by age.
 */
export class PacketCache {
  readonly #slots: (CachedPacket | undefined)[];
  readonly #maxAge: number;
  /** Sequence number of the newest packet. */
  #newest: number | undefined;
  /** Lowest number that is still kept. */
  #oldest = 0;

  /**
   * @param size maximum number of packets, 1 or more
   * @param clockRate ticks of the packets' timestamps in a second
   */
  constructor(
    private readonly size: number,
    clockRate: number,
  ) {
    this.#slots = Array.from({ length: size });
    this.#maxAge = (clockRate * MAX_AGE_MS) / 1000;
  }

  put(packet: CachedPacket): void {
    const { sequence, timestamp } = packet;
    this.#slots[sequence % this.size] = packet;
    if (this.#newest !== undefined && sequence <= this.#newest) {
      this.#oldest = Math.min(this.#oldest, sequence);
      return;
    }
    this.#newest = sequence;
    for (this.#oldest = Math.max(this.#oldest, sequence - this.size + 1); this.#oldest < sequence; this.#oldest++) {
      const known = this.get(this.#oldest);
      // Timestamps wrap at 32 bits.
      if (known !== undefined && ((timestamp - known.timestamp) | 0) <= this.#maxAge) return;
      if (known !== undefined) this.#slots[this.#oldest % this.size] = undefined;
    }
  }

  get(sequence: number): CachedPacket | undefined {
    const packet = this.#slots[sequence % this.size];
    return packet?.sequence === sequence ? packet : undefined;
  }
}
