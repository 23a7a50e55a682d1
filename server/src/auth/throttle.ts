import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.js';
import { RateLimit } from '../rate-limit.js';

const SWEEP_AT_ENTRIES = 10_000;
const IPV6_NETWORK_GROUPS = 4;

/** What one customer of the network holds: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return `${all.slice(0, IPV6_NETWORK_GROUPS).join(':')}::/64`;
}

export interface ThrottleLimits {
  /** Failures of one account from one address within the window. */
  readonly perAccount: number;
  /** Failures of all accounts from one address within the window. */
  readonly perAddress: number;
  /** Time in which all of them come back, in milliseconds. */
  readonly windowMs: number;
}

/** Too many failures; nothing was checked. */
export class Throttled extends Error {
  constructor(
    /** Milliseconds until the next attempt. */
    readonly retryAfterMs: number,
  ) {
    super(`too many failed attempts; try again in ${Math.ceil(retryAfterMs / 1000)} s`);
    this.name = 'Throttled';
  }
}

/**
 * Slows down whoever guesses passwords. Attempts on one account are paid for before they are checked, so that many at
 * once are no way around; what succeeds is given back. An account is never locked for other addresses.
 */
export class FailureThrottle {
  readonly #buckets = new Map<string, RateLimit>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ThrottleLimits,
  ) {}

  /**
   * Runs one attempt.
   *
   * @param account whose password is tried
   * @param check resolves to whether it was right
   * @throws {Throttled} before `check` is called
   */
  async attempt(address: string, account: string, check: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(address);
    const now = this.clock.now();
    const ofAccount = this.#bucket(`${network} ${account}`, this.limits.perAccount);
    const ofAddress = this.#bucket(network, this.limits.perAddress);
    const waitMs = Math.max(ofAccount.waitMs(now), ofAddress.waitMs(now));
    if (waitMs > 0) throw new Throttled(waitMs);
    ofAccount.take(now);
    let isRight: boolean;
    try {
      isRight = await check();
    } catch (error) {
      // Nobody learned anything from a fault of ours.
      ofAccount.charge(-1);
      throw error;
    }
    if (isRight) ofAccount.charge(-1);
    // A school shares one address: only what failed counts for all of it.
    else ofAddress.charge(1);
    return isRight;
  }

  #bucket(key: string, burst: number): RateLimit {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= SWEEP_AT_ENTRIES) this.#sweep();
    const bucket = new RateLimit((burst * 1000) / this.limits.windowMs, burst, this.clock.now());
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** Forgets who has nothing to answer for, and where that is not enough the oldest half. */
  #sweep(): void {
    const now = this.clock.now();
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= SWEEP_AT_ENTRIES / 2) break;
      this.#buckets.delete(key);
    }
  }
}
