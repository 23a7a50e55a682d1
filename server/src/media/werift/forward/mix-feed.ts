import type { Clock } from '@lectern/kit/clock';
import type { MixedPacket } from '../../mixer/index.js';
import { type CachedPacket, PacketCache } from '../rtp/cache.js';
import type { CodecIdentity } from '../sdp/codecs.js';
import type { ClockMapping, MediaFeed } from './feed.js';

/** Codec of a mix. */
export const MIX_CODEC: CodecIdentity = { name: 'OPUS' };
const CLOCK_RATE = 48_000;
/** Packets kept for retransmission: 2.5 s. */
const CACHE_SIZE = 128;
/** Distance of the NTP epoch from the Unix epoch. */
const NTP_EPOCH_MS = 2_208_988_800_000;
const NTP_PER_MS = 2 ** 32 / 1000;

/** Mixed packets as a feed like that of a publisher. */
export class MixFeed implements MediaFeed {
  readonly kind = 'audio';
  readonly codec = MIX_CODEC;
  readonly clockRate = CLOCK_RATE;
  readonly run = {};
  readonly #cache = new PacketCache(CACHE_SIZE, CLOCK_RATE);
  #sequence = 0;
  #mapping: ClockMapping | undefined;

  constructor(private readonly clock: Clock) {}

  /** Mapping to our own clock, updated with each packet. */
  get mapping(): ClockMapping | undefined {
    return this.#mapping;
  }

  isKeyframe(): boolean {
    return true;
  }

  cached(run: object, sequence: number): CachedPacket | undefined {
    return run === this.run ? this.#cache.get(sequence) : undefined;
  }

  take({ timestamp, payload, csrcs, level, nominalAgeMs }: MixedPacket): CachedPacket {
    const at = this.clock.now() - nominalAgeMs;
    const rtpTimestamp = timestamp % 2 ** 32;
    this.#mapping = { ntp: BigInt(Math.round((at + NTP_EPOCH_MS) * NTP_PER_MS)), rtpTimestamp, at };
    const packet = { sequence: this.#sequence++, timestamp, marker: false, payload, mixed: { csrcs, level } };
    this.#cache.put(packet);
    return packet;
  }
}
