import type { SeededRandom } from './random.js';

/** Loss in bursts (Gilbert-Elliott): a good state that loses nothing and a bad one that loses `lossInBad`. */
export interface BurstLoss {
  /** Probability per packet of going from good to bad. */
  readonly enter: number;
  /** Probability per packet of going back; the mean burst is `1 / leave` packets. */
  readonly leave: number;
  /** Probability of losing a packet in the bad state; 1 unless given. */
  readonly lossInBad?: number;
}

/** A token bucket with a queue before it. */
export interface RateLimit {
  readonly kbitsPerSecond: number;
  /** Bytes that may pass at once; 3000 unless given. */
  readonly burstBytes?: number;
  /** A packet that would wait longer than this is dropped; 200 ms unless given. */
  readonly maxQueueMs?: number;
}

/** Impairments of one direction of a channel. Absent fields are off. */
export interface Impairment {
  /** Probability of losing a packet, 0 to 1. */
  readonly loss?: number;
  readonly burstLoss?: BurstLoss;
  readonly delayMs?: number;
  /** Added to the delay, uniform in 0 to this; order is kept. */
  readonly jitterMs?: number;
  /** Probability that a packet is held back by `reorderMs` while later ones pass it. */
  readonly reorder?: number;
  /** 30 ms unless given. */
  readonly reorderMs?: number;
  /** Probability that a packet arrives twice. */
  readonly duplicate?: number;
  readonly rate?: RateLimit;
}

export interface ChannelCounts {
  readonly received: number;
  readonly forwarded: number;
  readonly bytesForwarded: number;
  readonly lost: { readonly random: number; readonly burst: number; readonly queue: number; readonly outage: number };
  readonly reordered: number;
  readonly duplicated: number;
}

const DEFAULT_REORDER_MS = 30;
const DEFAULT_BURST_BYTES = 3000;
const DEFAULT_MAX_QUEUE_MS = 200;

const noCounts = () => ({
  received: 0,
  forwarded: 0,
  bytesForwarded: 0,
  lost: { random: 0, burst: 0, queue: 0, outage: 0 },
  reordered: 0,
  duplicated: 0,
});

/**
 * Decides the fate of each packet of one direction: pure, no timers, no sockets. The fates depend on the seed, the
 * packets' sizes and their times only.
 */
export class Channel {
  readonly #random: SeededRandom;
  #impairment: Impairment = {};
  #counts = noCounts();
  #burst: 'good' | 'bad' = 'good';
  #isOut = false;
  /** No packet that was not chosen for reordering arrives before this. */
  #lastArrival = Number.NEGATIVE_INFINITY;
  /** When the rate limiter's bucket is full again, in the packets' own time. */
  #bucketFullAt = Number.NEGATIVE_INFINITY;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  get counts(): ChannelCounts {
    return { ...this.#counts, lost: { ...this.#counts.lost } };
  }

  /** Replaces the impairment; packets in flight are not affected. */
  impair(impairment: Impairment): void {
    this.#impairment = impairment;
    this.#burst = 'good';
    this.#bucketFullAt = Number.NEGATIVE_INFINITY;
  }

  /** While out, every packet is lost. */
  setOutage(isOut: boolean): void {
    this.#isOut = isOut;
  }

  /**
   * @param bytes the packet's size
   * @param now milliseconds, never going back
   * @returns when each copy arrives (ms, same clock); empty if the packet is lost
   */
  admit(bytes: number, now: number): readonly number[] {
    this.#counts.received += 1;
    const { loss = 0, burstLoss, reorder = 0, reorderMs = DEFAULT_REORDER_MS, duplicate = 0 } = this.#impairment;
    // All dice are thrown for every packet, so that one impairment does not shift the chances of another.
    const isLost = this.#random.chance(loss);
    const isInBurst = this.#rollBurst(burstLoss);
    const isReordered = this.#random.chance(reorder);
    const isDuplicated = this.#random.chance(duplicate);
    const jitter = this.#random.next() * (this.#impairment.jitterMs ?? 0);

    if (this.#isOut) return this.#lose('outage');
    if (isLost) return this.#lose('random');
    if (isInBurst) return this.#lose('burst');
    const sentAt = this.#shape(bytes, now);
    if (sentAt === undefined) return this.#lose('queue');

    this.#counts.forwarded += 1;
    this.#counts.bytesForwarded += bytes;
    const inOrder = Math.max(sentAt + (this.#impairment.delayMs ?? 0) + jitter, this.#lastArrival);
    const arrival = isReordered ? inOrder + reorderMs : inOrder;
    if (isReordered) this.#counts.reordered += 1;
    else this.#lastArrival = inOrder;
    if (!isDuplicated) return [arrival];
    this.#counts.duplicated += 1;
    return [arrival, arrival];
  }

  #lose(cause: keyof ChannelCounts['lost']): readonly number[] {
    this.#counts.lost[cause] += 1;
    return [];
  }

  #rollBurst(burstLoss: BurstLoss | undefined): boolean {
    const change = this.#random.next();
    const loss = this.#random.next();
    if (burstLoss === undefined) return false;
    if (this.#burst === 'good') {
      if (change < burstLoss.enter) this.#burst = 'bad';
    } else if (change < burstLoss.leave) {
      this.#burst = 'good';
    }
    return this.#burst === 'bad' && loss < (burstLoss.lossInBad ?? 1);
  }

  /** When the rate limiter lets the packet go; undefined if its queue is full. */
  #shape(bytes: number, now: number): number | undefined {
    const rate = this.#impairment.rate;
    if (rate === undefined) return now;
    const bytesPerMs = rate.kbitsPerSecond / 8;
    const bucketMs = (rate.burstBytes ?? DEFAULT_BURST_BYTES) / bytesPerMs;
    const fullAt = Math.max(this.#bucketFullAt, now) + bytes / bytesPerMs;
    const sentAt = Math.max(now, fullAt - bucketMs);
    if (sentAt - now > (rate.maxQueueMs ?? DEFAULT_MAX_QUEUE_MS)) return undefined;
    this.#bucketFullAt = fullAt;
    return sentAt;
  }
}
