import type { Throttle, ThrottleRule } from '../security/index.js';
import type { Account } from './accounts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Where an attempt comes from. */
export interface Origin {
  /** As `networkOf` names it. */
  readonly network: string;
  /** The member has logged in from there before. */
  readonly isKnown: boolean;
  readonly now: number;
}

const named = ({ channel, account }: Account): string => `${channel} ${account}`;

/**
 * How often passwords may be tried and codes be sent.
 *
 * Nobody is locked out by what strangers do: what counts for an account as a whole holds only for networks that its
 * member has never logged in from. A school shares one network, so networks have more than accounts, and what succeeds
 * counts for nothing.
 */
export class LoginRateLimits {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Runs one log-in with a password.
   *
   * @param work resolves to undefined when the password is wrong
   * @throws {ApiFailure} 429
   */
  async logIn<T>(account: Account, { network, isKnown, now }: Origin, work: () => Promise<T | undefined>) {
    const failures: ThrottleRule = { key: `login-failures ${network}`, max: 200, windowMs: 15 * MINUTE_MS };
    // Only failures count for a network, and its own members get in whatever others of it do.
    if (!isKnown) await this.throttle.check([failures], now);
    const name = named(account);
    const rules: ThrottleRule[] = [{ key: `login ${name} ${network}`, max: 10, windowMs: 15 * MINUTE_MS }];
    if (!isKnown) rules.push({ key: `login-strangers ${name}`, max: 100, windowMs: HOUR_MS });
    const result = await this.throttle.attempt(rules, now, work);
    if (result === undefined) await this.throttle.add(failures, now);
    return result;
  }

  /**
   * Runs one check of the password of somebody who is logged in. It counts by session: whoever has found one open does
   * not keep its owner from changing the password in another one.
   *
   * @throws {ApiFailure} 429
   */
  confirm<T>(sessionId: number, now: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.throttle.attempt([{ key: `confirm ${sessionId}`, max: 10, windowMs: 15 * MINUTE_MS }], now, work);
  }

  /**
   * Counts a code that a visitor has sent to an account. Strangers have 10 an hour and 40 a day between them, which
   * bounds how many codes there are to guess at, see `Codes`.
   *
   * @throws {ApiFailure} 429
   */
  async send(account: Account, { network, isKnown, now }: Origin): Promise<void> {
    const name = named(account);
    const rules: ThrottleRule[] = [
      { key: `send ${name} ${network}`, max: 20, windowMs: DAY_MS },
      { key: `send ${network}`, max: 600, windowMs: HOUR_MS },
    ];
    // One after the other: what a network of its own refuses takes nothing from the account.
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

  /** Counts a code that a member has sent to an account to be bound. @throws {ApiFailure} 429 */
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
