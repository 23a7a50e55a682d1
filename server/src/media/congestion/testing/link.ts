import type { PacketResult, SentPacket } from '../feedback.js';

export interface LinkOptions {
  /** bit/s at a time in ms. */
  readonly capacity: (at: number) => number;
  /** Longest queue, in ms; beyond it packets are dropped. */
  readonly queueMs?: number;
  readonly delayMs?: number;
  /** Extra delay of a packet, which may reorder. */
  readonly jitter?: () => number;
  /** Packets that are lost whatever their rate. */
  readonly isLost?: () => boolean;
}

/** A network with one bottleneck, as a pure function of time: packets in, arrivals out. */
export class Link {
  #freeAt = 0;

  constructor(private readonly options: LinkOptions) {}

  pass(packet: SentPacket): PacketResult {
    const { capacity, queueMs = 300, delayMs = 20, jitter = () => 0, isLost = () => false } = this.options;
    const { sentAt, bytes } = packet;
    const start = Math.max(sentAt, this.#freeAt);
    if (isLost() || start - sentAt > queueMs) return { ...packet, arrivedAt: undefined };
    this.#freeAt = start + (bytes * 8_000) / capacity(sentAt);
    // The receiver's clock has another origin.
    return { ...packet, arrivedAt: 1_000_000 + this.#freeAt + delayMs + jitter() };
  }
}

/** Numbers from 0 to 1 that are the same in each run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
