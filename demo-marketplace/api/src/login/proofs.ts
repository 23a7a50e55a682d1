import { Channel, FailureReason } from '@lectern/marketplace-contract';
import type { Pool } from '../db/database.js';
import type { MemberRow } from '../db/schema/index.js';
import type { Channels } from '../delivery/index.js';
import type { MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Passwords } from '@lectern/kit/passwords';
import type { Throttle } from '../security/index.js';
import { knownAccountsOf, type BoundAccount } from './accounts.js';
import type { Codes } from './codes.js';
import { LoginRateLimits } from './rate-limits.js';

const SCENE = 'proof';
const DAY_MS = 24 * 3_600_000;
const SENDS_PER_DAY = 20;

export interface ProofPorts {
  /** The pool, so that attempts are counted even when the transaction of the call is rolled back. */
  readonly pool: Pool;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly channels: Channels;
}

interface Given {
  readonly password?: string | undefined;
  readonly proof_code?: string | undefined;
}

/**
 * Asks members for a second proof before sensitive actions. A session can be stolen or left open; the password, or
 * access to an account that was bound long ago, is not gained with it.
 */
export class Proofs {
  readonly #limits: LoginRateLimits;

  constructor(private readonly ports: ProofPorts) {
    this.#limits = new LoginRateLimits(ports.throttle);
  }

  /** Requires a proof. @throws {ApiFailure} wrong-password, wrong-code, code-spent, or 429 */
  async check(call: MemberCall, { password, proof_code: code }: Given): Promise<void> {
    const { member, sessionId } = call.caller;
    if (code !== undefined) return this.#checkCode(member, code, call);
    const isRight = await this.#limits.confirm(sessionId, call.now, async () =>
      (await this.ports.passwords.verify(password ?? '', member.passwordHash)) ? true : undefined,
    );
    if (isRight === undefined) throw new ApiFailure(FailureReason.WrongPassword);
  }

  /** Sends a code that replaces the password. @throws {ApiFailure} 429, or when no account can receive it */
  async send({ caller, language, now }: MemberCall): Promise<{ readonly to: BoundAccount; readonly next: number }> {
    const { pool, codes, throttle } = this.ports;
    const to = await this.#wayTo(caller.member, now);
    if (to === undefined) throw new ApiFailure(FailureReason.ChannelUnavailable);
    const { id } = caller.member;
    await throttle.take([{ key: `proof-send ${id}`, max: SENDS_PER_DAY, windowMs: DAY_MS }], now);
    const { channel, account } = to;
    const by = { memberId: id };
    const next = await codes.send(pool, { to: { channel, account }, scene: SCENE, by, send: 'code', language, now });
    return { to, next };
  }

  async #checkCode(member: MemberRow, code: string, { now }: MemberCall): Promise<void> {
    const to = await this.#wayTo(member, now);
    if (to === undefined) throw new ApiFailure(FailureReason.WrongCode);
    await this.ports.codes.use(this.ports.pool, { to, scene: SCENE, by: { memberId: member.id }, code, now });
  }

  /**
   * Account that receives the code. Sending and checking select the same one, unless an account is bound in between.
   */
  async #wayTo(member: MemberRow, now: number): Promise<BoundAccount | undefined> {
    const { pool, channels } = this.ports;
    const accounts = await knownAccountsOf(pool, member, now);
    const open = accounts.filter(({ channel }) => channels[channel]);
    return open.find(({ channel }) => channel === Channel.Email) ?? open[0];
  }
}
