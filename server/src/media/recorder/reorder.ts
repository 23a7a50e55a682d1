/** A received packet; immutable. */
export interface RecordedPacket {
  /** Extended sequence number within its run. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

export interface OrderedPacket {
  readonly packet: RecordedPacket;
  /** True if packets before this one are missing and given up. */
  readonly isAfterLoss: boolean;
}

/** Time to wait for a missing packet: a few times that of a retransmission. */
const WAIT_MS = 600;

/** Limit of held packets; a publisher who skips every other number must not make the worker keep all the others. */
const MAX_HELD = 2_048;

interface HeldPacket {
  readonly packet: RecordedPacket;
  readonly at: number;
}

/** Puts the packets of one run in order; waits for late ones and skips lost ones. */
export class ReorderBuffer {
  #next: number | undefined;
  /** In order; a packet before one of them is still missing. */
  readonly #held: HeldPacket[] = [];

  /** Adds a packet and returns the packets that are in order now. */
  push(packet: RecordedPacket, now: number): OrderedPacket[] {
    this.#next ??= packet.sequence;
    if (packet.sequence < this.#next) return [];
    this.#hold({ packet, at: now });
    return this.take(now);
  }

  /** Packets in order, or behind one whose waiting time is over. `isEnd` skips all waiting. */
  take(now: number, isEnd = false): OrderedPacket[] {
    const ordered: OrderedPacket[] = [];
    for (const { packet, at } of this.#held) {
      const isAfterLoss = packet.sequence !== this.#next;
      const isCrowded = this.#held.length - ordered.length > MAX_HELD;
      if (isAfterLoss && !isEnd && !isCrowded && now - at < WAIT_MS) break;
      ordered.push({ packet, isAfterLoss });
      this.#next = packet.sequence + 1;
    }
    this.#held.splice(0, ordered.length);
    return ordered;
  }

  #hold(held: HeldPacket): void {
    const { sequence } = held.packet;
    let [low, high] = [0, this.#held.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#held[middle]?.packet.sequence ?? Infinity) < sequence) low = middle + 1;
      else high = middle;
    }
    const isRepeated = this.#held[low]?.packet.sequence === sequence;
    this.#held.splice(low, isRepeated ? 1 : 0, held);
  }
}
