import type { Clock } from '@lectern/kit/clock';
import { TokenBucket } from '@lectern/kit/rate-limits';
import {
  advance,
  type AllocatedStream,
  type Allocation,
  type Estimate,
  initialEstimate,
  nextCapacity,
  PROBE_MS,
  readTransportFeedback,
  reallocate,
  SentHistory,
} from '../../../congestion/index.js';

/** Interval in which layers are chosen anew. */
const ALLOCATE_MS = 200;
const PROBE_INTERVAL_MS = 1_000;
/** A queue that a probe would only lengthen empties first. */
const PROBE_AFTER_REDUCTION_MS = 1_500;
const PROBE_STEP_MS = 5;
const PROBE_GROWTH = 2;
const MIN_PROBE_PACKETS = 6;
const PROBE_PACKET_BYTES = 1_000;
/** IP, UDP, SRTP tag and the RTP header with its extensions. */
const OVERHEAD_BYTES = 70;
/** Receivers report every 50 to 250 ms, long intervals in several packets. */
const REPORTS_PER_SECOND = 50;
const REPORT_BURST = 10;

/** A subscription whose layer is chosen by the capacity towards its member. */
export interface AdaptedStream {
  /** Its parts, by ids that are unique on the connection. */
  demands(now: number): readonly AllocatedStream[];
  /** Chooses the layer of a part; -1 for none. */
  setLayer(id: string, layer: number): void;
  /** Sends packets again that the receiver has, to probe the network; returns false where it cannot. */
  pad(packets: number): boolean;
}

/** Congestion control towards one member: of all that its receiving connection carries. */
export class ReceiverControl {
  readonly #history = new SentHistory();
  readonly #streams = new Set<AdaptedStream>();
  readonly #reports: TokenBucket;
  #estimate: Estimate = initialEstimate();
  #allocation: Allocation = new Map();
  #probe = 0;
  #isProbing = false;
  #probedAt = -Infinity;
  #stop: (() => void) | undefined;

  constructor(private readonly clock: Clock) {
    this.#reports = new TokenBucket(REPORTS_PER_SECOND, REPORT_BURST, clock.now());
  }

  /** Estimated capacity in bit/s. */
  get bitrate(): number {
    return this.#estimate.bitrate;
  }

  add(stream: AdaptedStream): void {
    this.#streams.add(stream);
    this.#stop ??= this.clock.every(ALLOCATE_MS, () => this.#allocate());
    this.#allocate();
  }

  remove(stream: AdaptedStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.close();
  }

  /** Registers a packet that is being sent; returns its transport-wide number. */
  sent(payloadBytes: number): number {
    const probe = this.#isProbing ? this.#probe : undefined;
    return this.#history.send({ bytes: payloadBytes + OVERHEAD_BYTES, sentAt: this.clock.now(), probe });
  }

  /** Handles transport-wide feedback; `body` begins behind its SSRCs. */
  reported(body: Buffer): void {
    if (!this.#reports.take(this.clock.now())) return;
    const feedback = readTransportFeedback(body);
    if (feedback === undefined) return;
    const { reducedAt } = this.#estimate;
    this.#estimate = advance(this.#estimate, this.#history.match(feedback), this.clock.now());
    // A layer that is too large fills the queue until it is left.
    if (this.#estimate.reducedAt !== reducedAt) this.#allocate();
  }

  /** Idempotent. */
  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #allocate(): void {
    const now = this.clock.now();
    const demands: AllocatedStream[] = [];
    const owners = new Map<string, AdaptedStream>();
    for (const stream of this.#streams) {
      for (const demand of stream.demands(now)) {
        demands.push(demand);
        owners.set(demand.id, stream);
      }
    }
    // Until the network has shown a limit, the estimate is a guess that must not stop a picture.
    const isGuess = this.#estimate.reducedAt === -Infinity && !Number.isFinite(this.#estimate.bound.limit);
    const fixed = ({ isSingle, wanted }: AllocatedStream): boolean => isGuess && isSingle === true && wanted >= 0;
    const streams = demands.map((demand) => (fixed(demand) ? { ...demand, kind: 'audio' as const } : demand));
    this.#allocation = reallocate(streams, this.#estimate.bitrate, this.#allocation);
    for (const [id, layer] of this.#allocation) owners.get(id)?.setLayer(id, layer);
    const needed = nextCapacity(streams, this.#allocation);
    if (needed !== undefined && needed > this.#estimate.bitrate) this.#probeFor(needed);
  }

  /** Probes whether the network carries what the next layer needs. */
  #probeFor(bitrate: number): void {
    const at = this.clock.now();
    const sinceReduction = at - this.#estimate.reducedAt;
    if (at - this.#probedAt < PROBE_INTERVAL_MS || sinceReduction < PROBE_AFTER_REDUCTION_MS) return;
    this.#probedAt = at;
    this.#probe++;
    const rate = Math.min(bitrate, PROBE_GROWTH * this.#estimate.bitrate);
    const bytes = (rate * PROBE_MS) / 8_000;
    const packets = Math.max(MIN_PROBE_PACKETS, Math.ceil(bytes / PROBE_PACKET_BYTES));
    const bursts = PROBE_MS / PROBE_STEP_MS + 1;
    for (let burst = 0; burst < bursts; burst++) {
      this.clock.after(burst * PROBE_STEP_MS, () => this.#pad(Math.ceil(packets / bursts)));
    }
  }

  #pad(packets: number): void {
    this.#isProbing = true;
    for (const stream of this.#streams) if (stream.pad(packets)) break;
    this.#isProbing = false;
  }
}
