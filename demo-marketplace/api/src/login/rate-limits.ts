import type { Throttle, ThrottleRule } from '../security/index.js';
import type { Account } from './accounts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Origin of an attempt. */
export interface Origin {
  /** Network, as `networkOf` names it. */
  readonly network: string;
  /** True when the member has logged in from this network before. */
  readonly isKnown: boolean;
  readonly now: number;
}

const named = ({ channel, account }: Account): string => `${channel} ${account}`;

/**
 * Rate limits of password attempts and codes.
 *
 * Strangers cannot lock a member out: limits that count an account over all networks apply only to networks from which
 * its member has never logged in. A school shares one network, so limits per network are higher than those per account,
 * and successful attempts do not count.
 */
export class LoginRateLimits {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Runs one login with a password.
   *
   * @param work resolves to undefined when the password is wrong
   * @throws {ApiFailure} 429
   */
  async logIn<T>(account: Account, { network, isKnown, now }: Origin, work: () => Promise<T | undefined>) {
    const failures: ThrottleRule = { key: `login-failures ${network}`, max: 200, windowMs: 15 * MINUTE_MS };
    // Only failures count per network, and members who are known there can log in whatever others do.
    if (!isKnown) await this.throttle.check([failures], now);
    const name = named(account);
    const rules: ThrottleRule[] = [{ key: `login ${name} ${network}`, max: 10, windowMs: 15 * MINUTE_MS }];
    if (!isKnown) rules.push({ key: `login-strangers ${name}`, max: 100, windowMs: HOUR_MS });
    const result = await this.throttle.attempt(rules, now, work);
    if (result === undefined) await this.throttle.add(failures, now);
    return result;
  }

  /**
   * Runs one password check of a logged-in member. Failures count per session, so that someone who found an open
   * session cannot keep the owner from changing the password in another one.
   *
   * @throws {ApiFailure} 429
   */
  confirm<T>(sessionId: number, now: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.throttle.attempt([{ key: `confirm ${sessionId}`, max: 10, windowMs: 15 * MINUTE_MS }], now, work);
  }

  /**
   * Counts a code that a visitor sends to an account. All strangers together have 10 per hour and 40 per day, which
   * bounds the number of codes that can be guessed at, see `Codes`.
   *
   * @throws {ApiFailure} 429
   */
  async send(account: Account, { network, isKnown, now }: Origin): Promise<void> {
    const name = named(account);
    const rules: ThrottleRule[] = [
      { key: `send ${name} ${network}`, max: 20, windowMs: DAY_MS },
      { key: `send ${network}`, max: 600, windowMs: HOUR_MS },
    ];
    // Sequential: a refusal by the network limit must not use up the limit of the account.
    await this.throttle.take(rules, now);
    if (isKnown) return;
    await this.throttle.take(
      [
        { key: `send-strangers ${name} hour`, max: 10, windowMs: HOUR_MS },
        { key: `send-strangers ${name} day`, max: 40, windowMs: DAY_MS },
      ],
      now,
    );
  }

  /** Counts a code that a member sends to an account to be bound. @throws {ApiFailure} 429 */
  sendToBind(account: Account, memberId: number, now: number): Promise<void> {
    return this.throttle.take(
      [
        { key: `send-bind ${memberId}`, max: 20, windowMs: DAY_MS },
        { key: `send-bind ${named(account)}`, max: 40, windowMs: DAY_MS },
      ],
      now,
    );
  }
}
