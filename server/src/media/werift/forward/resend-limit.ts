import type { Clock } from '@lectern/kit/clock';
import { TokenBucket } from '@lectern/kit/rate-limits';

/** A stream of 2.5 Mbit/s has 260 packets in a second; half of them may be lost, and each requested several times. */
const RESENDS_PER_SECOND = 500;
/** An outage as long as the cache of a feed. */
const RESEND_BURST = 1_024;

/** Limits the retransmissions that one subscriber can request: 40 bytes of requests can name 136 packets. */
export class ResendLimit {
  readonly #rate: TokenBucket;

  constructor(private readonly clock: Clock) {
    this.#rate = new TokenBucket(RESENDS_PER_SECOND, RESEND_BURST, clock.now());
  }

  /** The packets of a request that may be retransmitted now. */
  take(lost: readonly number[]): number[] {
    const now = this.clock.now();
    return lost.filter(() => this.#rate.take(now));
  }
}
