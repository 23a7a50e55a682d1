/** A packet as it is recorded; never changed. */
export interface RecordedPacket {
  /** Extended sequence number within its run. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

export interface OrderedPacket {
  readonly packet: RecordedPacket;
  /** Packets are missing before this one and are not waited for any more. */
  readonly isAfterLoss: boolean;
}

/** How long a missing packet is waited for: a few times what asking for it again takes. */
const WAIT_MS = 600;

/** Held back at most; a publisher who leaves out every other number must not make each packet a search of thousands. */
const MAX_HELD = 2_048;

/** Puts the packets of one run in order; late ones are waited for, lost ones are skipped. */
export class ReorderBuffer {
  #next: number | undefined;
  readonly #held = new Map<number, { readonly packet: RecordedPacket; readonly at: number }>();

  /** Takes in a packet and gives out what is in order now. */
  push(packet: RecordedPacket, now: number): OrderedPacket[] {
    this.#next ??= packet.sequence;
    if (packet.sequence < this.#next) return [];
    this.#held.set(packet.sequence, { packet, at: now });
    return this.take(now);
  }

  /** What is in order, or behind a packet that was waited for long enough. `isEnd` waits for nothing. */
  take(now: number, isEnd = false): OrderedPacket[] {
    const ordered: OrderedPacket[] = [];
    let isAfterLoss = false;
    while (this.#held.size > 0 && this.#next !== undefined) {
      const found = this.#held.get(this.#next);
      if (found !== undefined) {
        this.#held.delete(this.#next);
        ordered.push({ packet: found.packet, isAfterLoss });
        isAfterLoss = false;
        this.#next += 1;
        continue;
      }
      const first = Math.min(...this.#held.keys());
      const heldSince = this.#held.get(first)?.at ?? now;
      if (!isEnd && now - heldSince < WAIT_MS && this.#held.size <= MAX_HELD) break;
      this.#next = first;
      isAfterLoss = true;
    }
    return ordered;
  }
}
