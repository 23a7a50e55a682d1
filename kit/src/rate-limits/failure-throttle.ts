import { networkOf } from '../addresses.js';
import type { Clock } from '../clock.js';
import { TokenBucket } from './token-bucket.js';

const SWEEP_AT_ENTRIES = 10_000;
const MAX_REMEMBERED = 100_000;

export interface ThrottleLimits {
  /** Failures of one account from one address within the window. */
  readonly perAccount: number;
  /** Failures of all accounts from one address within the window. */
  readonly perAddress: number;
  /** Time in which all of them are restored, in milliseconds. */
  readonly windowMs: number;
}

/** Too many failures; the password was not checked. */
export class Throttled extends Error {
  constructor(
    /** Milliseconds until the next attempt. */
    readonly retryAfterMs: number,
  ) {
    super(`too many failed attempts; try again in ${Math.ceil(retryAfterMs / 1000)} s`);
    this.name = 'Throttled';
  }
}

interface Counted {
  /** The bucket that every attempt is charged to. */
  readonly own: string;
  /** Buckets that failures are charged to, with their capacity. */
  readonly shared: readonly (readonly [key: string, burst: number])[];
  readonly isTrusted: boolean;
}

/** One attempt of an authenticated user at a shared secret: the password of a room. */
export interface MemberAttempt {
  readonly address: string;
  /** `memName`. */
  readonly member: string;
  /** Object whose password is tried, e.g. a room. */
  readonly target: string;
  /** Exempts the member from failures of others; its own failures count nevertheless. */
  readonly isTrusted: boolean;
}

/** Failures at one target from one address within the window, as a multiple of those of one account. */
const TARGET_FACTOR = 5;

/**
 * Slows down password guessing. Attempts on one account are charged before the check, so that concurrent attempts gain
 * nothing; successful ones are refunded. An account is never locked for other addresses, and one that has succeeded
 * from an address is not locked there by failures of others: a school shares one address.
 */
export class FailureThrottle {
  readonly #buckets = new Map<string, TokenBucket>();
  /** Keys that have succeeded: `network account` and `member target`, the latest last. */
  readonly #succeeded = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ThrottleLimits,
  ) {}

  /**
   * Runs one attempt of an unauthenticated caller.
   *
   * @param account account whose password is tried
   * @param check resolves with true if the password is correct
   * @throws {Throttled} before `check` is called
   */
  attempt(address: string, account: string, check: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(address);
    const own = `${network} ${account}`;
    // Only failures count for all of an address.
    return this.#run({ own, shared: [[network, this.limits.perAddress]], isTrusted: false }, check);
  }

  /**
   * Runs one attempt of an authenticated user. It is charged to the user; failures are charged to the target and the
   * address together, and to the target from all addresses, but never lock out a user that has succeeded before.
   *
   * @throws {Throttled} before `check` is called
   */
  attemptAsMember(
    { address, member, target, isTrusted }: MemberAttempt,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const { perAccount, perAddress } = this.limits;
    const shared = [
      [`${networkOf(address)} ${target}`, perAccount * TARGET_FACTOR],
      [target, perAddress],
    ] as const;
    return this.#run({ own: `${member} ${target}`, shared, isTrusted }, check);
  }

  async #run({ own, shared, isTrusted }: Counted, check: () => Promise<boolean>): Promise<boolean> {
    const now = this.clock.now();
    const ofOwn = this.#bucket(own, this.limits.perAccount);
    const others = shared.map(([key, burst]) => this.#bucket(key, burst));
    const isKnown = isTrusted || this.#succeeded.has(own);
    const waitMs = Math.max(...[ofOwn, ...(isKnown ? [] : others)].map((bucket) => bucket.waitMs(now)));
    if (waitMs > 0) throw new Throttled(waitMs);
    ofOwn.take(now);
    let isRight: boolean;
    try {
      isRight = await check();
    } catch (error) {
      // An internal error reveals nothing about the password, so it is not charged.
      ofOwn.charge(-1);
      throw error;
    }
    if (isRight) {
      ofOwn.charge(-1);
      this.#remember(own);
    } else {
      for (const bucket of others) bucket.charge(1);
    }
    return isRight;
  }

  #remember(key: string): void {
    this.#succeeded.delete(key);
    this.#succeeded.add(key);
    if (this.#succeeded.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#succeeded) {
      this.#succeeded.delete(oldest);
      break;
    }
  }

  #bucket(key: string, burst: number): TokenBucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= SWEEP_AT_ENTRIES) this.#sweep();
    const bucket = new TokenBucket((burst * 1000) / this.limits.windowMs, burst, this.clock.now());
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** Removes entries without failures, and if that is not enough the oldest half. */
  #sweep(): void {
    const now = this.clock.now();
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= SWEEP_AT_ENTRIES / 2) break;
      this.#buckets.delete(key);
    }
  }
}
