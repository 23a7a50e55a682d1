import {
  Channel,
  CODE_DIGITS,
  CODE_RESEND_SECONDS,
  FailureReason,
  type CodeScene,
} from '@lectern/marketplace-contract';
import { and, desc, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Database, Pool } from '../db/database.js';
import { verificationCodes } from '../db/schema/index.js';
import { enqueueMessage } from '../delivery/index.js';
import { ApiFailure } from '../http/failure.js';
import type { Language } from '../http/messages.js';
import type { Throttle, ThrottleRule, Vault } from '../security/index.js';
import type { Account } from './accounts.js';
import { codeText, takenText, tooNewText } from './texts.js';

const CODE_LIFE_MS = 600_000;
const RESEND_MS = CODE_RESEND_SECONDS * 1_000;
const TRIES = 5;
const HASH_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Maximum guesses per hour at the codes of one account by callers who did not request any of them. */
const STRANGERS_GUESSES_PER_HOUR = 20;
/** Maximum wrong guesses per hour of one network, over all accounts. */
const NETWORK_GUESSES_PER_HOUR = 300;

/**
 * Purpose of a code. `withdraw` sets the payment password, `proof` replaces the password; both are sent only to
 * logged-in members, by actions of their own.
 */
type Scene = CodeScene | 'withdraw' | 'proof';

/** Requester of a code: a logged-in member, or a browser. */
export type CodeRequester =
  | { readonly memberId: number }
  | {
      /** Network, as `networkOf` names it. */
      readonly network: string;
      /** Secret of the browser; only callers with the same secret can try the code that it requested. */
      readonly challenge?: string | undefined;
    };

export interface CodeRequest {
  readonly to: Account;
  readonly scene: Scene;
  readonly by: CodeRequester;
  /** Message to send: the code, a notice that the account is registered or was bound too recently, or nothing. */
  readonly send: 'code' | 'taken' | 'too-new' | 'nothing';
  readonly language: Language;
  readonly now: number;
}

export interface CodeGuess {
  readonly to: Account;
  readonly scene: Scene;
  readonly by: CodeRequester;
  readonly code: string;
  readonly now: number;
}

const TEXTS = {
  code: (language: Language, code: string) => codeText(code, language),
  taken: takenText,
  'too-new': tooNewText,
} as const;

const drawCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Key of the requester that a code is stored for. */
function requesterOf(by: CodeRequester): string {
  if ('memberId' in by) return `member ${by.memberId}`;
  if (by.challenge === undefined) return `network ${by.network}`;
  return `browser ${createHash('sha256').update(by.challenge).digest('base64url')}`;
}

/** Key of the rate limit between two codes. */
const waitKey = ({ by, scene, to }: CodeRequest): string =>
  `code-wait ${scene} ${to.channel} ${to.account} ${'memberId' in by ? `member ${by.memberId}` : by.network}`;

const networkRule = (network: string): ThrottleRule => ({
  key: `code-failures ${network}`,
  max: NETWORK_GUESSES_PER_HOUR,
  windowMs: HOUR_MS,
});

type Row = typeof verificationCodes.$inferSelect;

/** Invalidates all codes sent to these accounts. */
export async function endCodes(db: Database, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return;
  const { channel, account } = verificationCodes;
  await db
    .update(verificationCodes)
    .set({ codeHash: null, triesLeft: 0 })
    .where(or(...accounts.map((one) => and(eq(channel, one.channel), eq(account, one.account)))));
}

/**
 * Verification codes, which prove that a person can read an account.
 *
 * Each code belongs to its requester: the member, or the browser by its challenge. The owner has five attempts that
 * nobody else can use up, and requests of others do not replace the code. A caller who did not request a code, for
 * example on another device, is checked against the newest one: five times per network and code, and {@link
 * STRANGERS_GUESSES_PER_HOUR} times per hour in total.
 *
 * A guess is compared with one code, so it succeeds once in 10⁶. Strangers can have at most 10 codes sent to an account
 * per hour and 40 per day (`LoginRateLimits`). During the ten minutes that a code lives, all of them together have 10 ×
 * 5 + 20 = 70 guesses: 7 in 100,000. Per day they have 40 × 5 + 24 × 20 = 680: 7 in 10,000, at the price of 40
 * unrequested messages to the owner.
 */
export class Codes {
  constructor(
    private readonly vault: Vault,
    private readonly throttle: Throttle,
    private readonly draw: () => string = drawCode,
  ) {}

  /**
   * Sends a code. The observable behaviour is the same when no code is sent.
   *
   * @returns the time at which the next code may be sent, in milliseconds since the epoch
   * @throws {ApiFailure} 429 before that time
   */
  async send(db: Database, request: CodeRequest): Promise<number> {
    const { to, scene, by, send, language, now } = request;
    const code = this.draw();
    await this.throttle.take([{ key: waitKey(request), max: 1, windowMs: RESEND_MS }], now);
    await db.transaction(async (transaction) => {
      const row = {
        // Without a sent code, a random hash makes every attempt fail with the usual errors.
        codeHash: send === 'code' ? this.#hash(to, scene, code) : randomBytes(HASH_BYTES).toString('base64url'),
        triesLeft: TRIES,
        sentAt: now,
        expiresAt: now + CODE_LIFE_MS,
      };
      const { channel, account, requester } = verificationCodes;
      await transaction
        .insert(verificationCodes)
        .values({ ...to, scene, requester: requesterOf(by), ...row })
        .onConflictDoUpdate({ target: [channel, account, verificationCodes.scene, requester], set: row });
      // The same number of rows is written either way, so that timing reveals nothing.
      if (send === 'nothing') await enqueueMessage(transaction, { topic: 'nothing', payload: {} }, now);
      else {
        const text = TEXTS[send](language, code);
        const topic = to.channel === Channel.Email ? 'mail' : 'sms';
        if (topic === 'mail') await enqueueMessage(transaction, { topic, payload: { to: to.account, ...text } }, now);
        else await enqueueMessage(transaction, { topic, payload: { to: to.account, text: text.text } }, now);
      }
    });
    return now + RESEND_MS;
  }

  /**
   * Consumes a code. A wrong guess costs an attempt even when the call fails later.
   *
   * @throws {ApiFailure} when the code is wrong, used or expired, or no attempt is left
   */
  async use(pool: Pool, guess: CodeGuess): Promise<void> {
    const { to, scene, by, now } = guess;
    const [own] = await pool
      .select()
      .from(verificationCodes)
      .where(and(which(to, scene), eq(verificationCodes.requester, requesterOf(by))));
    if ('memberId' in by) return this.#tryOwn(pool, guess, own);
    const rule = networkRule(by.network);
    const isOwn = own !== undefined && by.challenge !== undefined;
    // The network limit slows down but does not lock out: each browser has one free attempt per code, whatever others
    // of its network do.
    if (!isOwn || own.triesLeft < TRIES) await this.throttle.check([rule], now);
    try {
      if (isOwn) await this.#tryOwn(pool, guess, own);
      else await this.#tryNewest(pool, guess, by.network);
    } catch (error) {
      if (error instanceof ApiFailure) await this.throttle.add(rule, now);
      throw error;
    }
  }

  forget(db: Database, now: number): Promise<unknown> {
    return db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, now));
  }

  async #tryOwn(pool: Pool, guess: CodeGuess, row: Row | undefined): Promise<void> {
    const { to, scene, by, now } = guess;
    const [tried] = await pool
      .update(verificationCodes)
      .set({ triesLeft: sql`${verificationCodes.triesLeft} - 1` })
      .where(
        and(
          which(to, scene),
          eq(verificationCodes.requester, requesterOf(by)),
          gt(verificationCodes.triesLeft, 0),
          gt(verificationCodes.expiresAt, now),
        ),
      )
      .returning();
    if (tried === undefined) {
      const isSpent = row !== undefined && row.triesLeft <= 0 && row.expiresAt > now && row.codeHash !== null;
      throw new ApiFailure(isSpent ? FailureReason.CodeSpent : FailureReason.WrongCode);
    }
    if (await this.#take(pool, guess, tried.requester)) return;
    throw new ApiFailure(tried.triesLeft === 0 ? FailureReason.CodeSpent : FailureReason.WrongCode);
  }

  async #tryNewest(pool: Pool, guess: CodeGuess, network: string): Promise<void> {
    const { to, scene, now } = guess;
    const [newest] = await pool
      .select()
      .from(verificationCodes)
      .where(and(which(to, scene), gt(verificationCodes.expiresAt, now)))
      .orderBy(desc(verificationCodes.sentAt), desc(verificationCodes.requester))
      .limit(1);
    if (newest === undefined) throw new ApiFailure(FailureReason.WrongCode);
    const { channel, account, requester, sentAt, codeHash } = newest;
    if (codeHash === null) throw new ApiFailure(FailureReason.WrongCode);
    const ofCode = `code ${scene} ${channel} ${account} ${requester} ${sentAt} ${network}`;
    const tries = await this.throttle.add({ key: ofCode, max: TRIES, windowMs: CODE_LIFE_MS }, now);
    if (tries > TRIES) throw new ApiFailure(FailureReason.CodeSpent);
    const unknownNetworks = {
      key: `code-strangers ${channel} ${account}`,
      max: STRANGERS_GUESSES_PER_HOUR,
      windowMs: HOUR_MS,
    };
    await this.throttle.take([unknownNetworks], now);
    if (!(await this.#take(pool, guess, requester))) {
      throw new ApiFailure(tries === TRIES ? FailureReason.CodeSpent : FailureReason.WrongCode);
    }
    await this.throttle.giveBack([unknownNetworks.key]);
  }

  /** Resolves with true for the right code, and then consumes it with all other codes of the same purpose. */
  async #take(pool: Pool, { to, scene, code }: CodeGuess, requester: string): Promise<boolean> {
    const isRight = and(
      which(to, scene),
      eq(verificationCodes.requester, requester),
      inArray(verificationCodes.codeHash, this.vault.codeHashes(to.channel, to.account, scene, code)),
    );
    // Only one of two concurrent calls with the same code succeeds.
    const used = await pool
      .update(verificationCodes)
      .set({ codeHash: null, triesLeft: 0 })
      .where(isRight)
      .returning({ scene: verificationCodes.scene });
    if (used.length === 0) return false;
    await pool.update(verificationCodes).set({ codeHash: null, triesLeft: 0 }).where(which(to, scene));
    return true;
  }

  #hash({ channel, account }: Account, scene: Scene, code: string): string {
    return this.vault.codeHash(channel, account, scene, code);
  }
}

const which = ({ channel, account }: Account, scene: Scene): SQL | undefined =>
  and(
    eq(verificationCodes.channel, channel),
    eq(verificationCodes.account, account),
    eq(verificationCodes.scene, scene),
  );
