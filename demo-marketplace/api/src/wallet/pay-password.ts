import { FailureReason } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Pool, Tx } from '../db/database.js';
import { payPasswords } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Passwords } from '@lectern/kit/passwords';
import type { Throttle, ThrottleRule, Vault } from '../security/index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A million passwords there are: few of them may be tried, wherever the tries come from. */
const triesOf = (memberId: number): readonly ThrottleRule[] => [
  { key: `pay-password ${memberId}`, max: 5, windowMs: 30 * MINUTE_MS },
  { key: `pay-password ${memberId} day`, max: 20, windowMs: DAY_MS },
];

interface PayPasswordPorts {
  /** What was tried counts whatever becomes of the call. */
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly vault: Vault;
}

/** The six digits that a member is asked for when money leaves their wallet. */
export class PayPasswords {
  constructor(private readonly ports: PayPasswordPorts) {}

  async isSet(memberId: number): Promise<boolean> {
    return (await this.#hashOf(memberId)) !== undefined;
  }

  /** Sets it, and forgets what was tried before. */
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
   * Lets nobody go on who does not know it. Before anything is written, and outside of any transaction: one that waits
   * for a second connection while it holds its own would have others wait, too.
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

  /** The same for who has set one; whoever has not goes on. */
  async checkIfSet(memberId: number, given: string | undefined, now: number): Promise<void> {
    if (await this.isSet(memberId)) await this.check(memberId, given, now);
  }

  async #hashOf(memberId: number): Promise<string | undefined> {
    const { pool, vault } = this.ports;
    const [row] = await pool.select().from(payPasswords).where(eq(payPasswords.memberId, memberId));
    return row === undefined ? undefined : vault.unseal(row.hashSealed);
  }
}
