/** An incoming packet as it is kept for forwarding and resending; shared by all subscribers and never changed. */
export interface CachedPacket {
  /** Extended sequence number within its feed. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
  /** Mixed sound only: who is heard in it, and how loud it is in dB below full scale. */
  readonly mixed?: { readonly csrcs: readonly number[]; readonly level: number };
}

/** The last packets of a stream, found by extended sequence number. */
export class PacketCache {
  readonly #slots: (CachedPacket | undefined)[];

  /** @param size number of packets kept, 1 or more */
  constructor(private readonly size: number) {
    this.#slots = Array.from({ length: size });
  }

  put(packet: CachedPacket): void {
    this.#slots[packet.sequence % this.size] = packet;
  }

  get(sequence: number): CachedPacket | undefined {
    const packet = this.#slots[sequence % this.size];
    return packet?.sequence === sequence ? packet : undefined;
  }
}
