import { FailureReason } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Pool, Tx } from '../db/database.js';
import { payPasswords } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Passwords } from '@lectern/kit/passwords';
import type { Throttle, ThrottleRule, Vault } from '../security/index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Rate limits of attempts: six digits allow few attempts, wherever they come from. */
const triesOf = (memberId: number): readonly ThrottleRule[] => [
  { key: `pay-password ${memberId}`, max: 5, windowMs: 30 * MINUTE_MS },
  { key: `pay-password ${memberId} day`, max: 20, windowMs: DAY_MS },
];

interface PayPasswordPorts {
  /** The pool, so that attempts are counted even when the transaction of the call is rolled back. */
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly vault: Vault;
}

/** Six-digit payment passwords, required when money leaves a wallet. */
export class PayPasswords {
  constructor(private readonly ports: PayPasswordPorts) {}

  async isSet(memberId: number): Promise<boolean> {
    return (await this.#hashOf(memberId)) !== undefined;
  }

  /** Sets the password and resets the attempts. */
  async set(db: Tx, memberId: number, password: string, now: number): Promise<void> {
    const { passwords, throttle, vault } = this.ports;
    const row = { hashSealed: vault.seal(await passwords.hash(password)), setAt: now };
    await db
      .insert(payPasswords)
      .values({ memberId, ...row })
      .onConflictDoUpdate({ target: payPasswords.memberId, set: row });
    await throttle.clear(
      triesOf(memberId).map(({ key }) => key),
      db,
    );
  }

  /**
   * Requires the payment password. Call it before any write and outside of a transaction: waiting for a second
   * connection while holding one could exhaust the pool.
   *
   * @throws {ApiFailure} pay-password-unset, pay-password-wrong, or 429
   */
  async check(memberId: number, given: string | undefined, now: number): Promise<void> {
    const { passwords, throttle } = this.ports;
    const hash = await this.#hashOf(memberId);
    if (hash === undefined) throw new ApiFailure(FailureReason.PayPasswordUnset);
    if (given === undefined) throw new ApiFailure(FailureReason.PayPasswordWrong);
    const isRight = await throttle.attempt(triesOf(memberId), now, async () =>
      (await passwords.verify(given, hash)) ? true : undefined,
    );
    if (isRight === undefined) throw new ApiFailure(FailureReason.PayPasswordWrong);
  }

  /** Like {@link check}, but passes for members without a payment password. */
  async checkIfSet(memberId: number, given: string | undefined, now: number): Promise<void> {
    if (await this.isSet(memberId)) await this.check(memberId, given, now);
  }

  async #hashOf(memberId: number): Promise<string | undefined> {
    const { pool, vault } = this.ports;
    const [row] = await pool.select().from(payPasswords).where(eq(payPasswords.memberId, memberId));
    return row === undefined ? undefined : vault.unseal(row.hashSealed);
  }
}
