import type { Call } from '../http/call.js';
import { networkOf, type Throttle, type ThrottleRule } from '../security/index.js';
import type { Account } from './accounts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Where = Pick<Call, 'ip' | 'now'>;

/** How often what may be tried. A school shares one address, so addresses have more than accounts. */
export class Brakes {
  constructor(private readonly throttle: Throttle) {}

  /** Runs one log-in with a password; what succeeds was no guess. @throws {ApiFailure} 429 */
  async attempt<T>({ channel, account }: Account, { ip: address, now }: Where, work: () => Promise<T | undefined>) {
    const ip = networkOf(address);
    const rules: ThrottleRule[] = [
      // With the address: nobody can lock somebody else out.
      { key: `login ${channel} ${account} ${ip}`, max: 10, windowMs: 15 * MINUTE_MS },
      { key: `login ${channel} ${account}`, max: 100, windowMs: HOUR_MS },
      { key: `login ${ip}`, max: 200, windowMs: 15 * MINUTE_MS },
    ];
    await this.throttle.take(rules, now);
    const result = await work();
    if (result !== undefined) await this.throttle.giveBack(rules.map(({ key }) => key));
    return result;
  }

  /** One guess of a code. */
  guess({ channel, account }: Account, { ip: address, now }: Where): Promise<void> {
    const ip = networkOf(address);
    return this.throttle.take(
      [
        { key: `code ${channel} ${account}`, max: 30, windowMs: HOUR_MS },
        { key: `code ${ip}`, max: 200, windowMs: HOUR_MS },
      ],
      now,
    );
  }

  /** One code to be sent. */
  send({ channel, account }: Account, { ip: address, now }: Where): Promise<void> {
    const ip = networkOf(address);
    return this.throttle.take(
      [
        // With the address: nobody can keep somebody else's codes from coming.
        { key: `send ${channel} ${account} ${ip}`, max: 20, windowMs: DAY_MS },
        { key: `send ${channel} ${account}`, max: 100, windowMs: DAY_MS },
        { key: `send ${ip}`, max: 100, windowMs: HOUR_MS },
      ],
      now,
    );
  }
}
