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
/** Guesses an hour at the codes of one account by all who did not ask for one of them. */
const STRANGERS_GUESSES_PER_HOUR = 20;
/** Wrong guesses an hour of one network at codes of all accounts. */
const NETWORK_GUESSES_PER_HOUR = 300;

/**
 * What codes are for. `withdraw` sets the payment password, `proof` stands for the password; both are sent to a member
 * alone, by actions of their own.
 */
type Scene = CodeScene | 'withdraw' | 'proof';

/** Who has a code sent, or enters one: a member who is logged in, or somebody's browser. */
export type CodeRequester =
  | { readonly memberId: number }
  | {
      /** As `networkOf` names it. */
      readonly network: string;
      /** A secret of the browser: what it asked for is tried by nobody else. */
      readonly challenge?: string | undefined;
    };

export interface CodeRequest {
  readonly to: Account;
  readonly scene: Scene;
  readonly by: CodeRequester;
  /** What goes out: a code, a word to the owner of an account that is registered, or too new for a code, or nothing. */
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

/** Whom a code is kept for. */
function requesterOf(by: CodeRequester): string {
  if ('memberId' in by) return `member ${by.memberId}`;
  if (by.challenge === undefined) return `network ${by.network}`;
  return `browser ${createHash('sha256').update(by.challenge).digest('base64url')}`;
}

/** What the next code has to wait for. */
const waitKey = ({ by, scene, to }: CodeRequest): string =>
  `code-wait ${scene} ${to.channel} ${to.account} ${'memberId' in by ? `member ${by.memberId}` : by.network}`;

const networkRule = (network: string): ThrottleRule => ({
  key: `code-failures ${network}`,
  max: NETWORK_GUESSES_PER_HOUR,
  windowMs: HOUR_MS,
});

type Row = typeof verificationCodes.$inferSelect;

/**
 * Codes that prove that somebody reads an account.
 *
 * Each belongs to whoever asked for it: the member, or the browser by its challenge. The owner has five tries at it that
 * nobody else can use up, and nobody else's request takes its place. Whoever enters a code without having asked for it
 * (on another device, say) is tried against the newest one, five times from each network for each code and
 * {@link STRANGERS_GUESSES_PER_HOUR} times an hour in all.
 *
 * A guess is compared with one code, so it is right once in 10⁶. Strangers have at most 10 codes sent to an account in
 * an hour and 40 in a day (`LoginRateLimits`). In the ten minutes that a code lives, all of them together have
 * 10 × 5 + 20 = 70 guesses: 7 in 100,000. In a day they have 40 × 5 + 24 × 20 = 680: 7 in 10,000, with 40 messages to
 * the owner that nobody but an attacker asked for.
 */
export class Codes {
  constructor(
    private readonly vault: Vault,
    private readonly throttle: Throttle,
    private readonly draw: () => string = drawCode,
  ) {}

  /**
   * Sends a code, and looks the same when it does not.
   *
   * @returns when the next one may be sent
   * @throws {ApiFailure} 429 before that
   */
  async send(db: Database, request: CodeRequest): Promise<number> {
    const { to, scene, by, send, language, now } = request;
    const code = this.draw();
    await this.throttle.take([{ key: waitKey(request), max: 1, windowMs: RESEND_MS }], now);
    await db.transaction(async (transaction) => {
      const row = {
        // Where no code went out none is right; and whoever tries some hears what they would hear otherwise.
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
      // Whoever measures how long it takes learns nothing: there is one more row either way.
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
   * Uses a code up. A wrong one costs a try whatever becomes of the call.
   *
   * @throws {ApiFailure} when it is wrong, used, too old, or there were too many wrong ones
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
    // Slower, not locked: each browser has a first try at each code whatever others of its network do.
    if (!isOwn || own.triesLeft < TRIES) await this.throttle.check([rule], now);
    try {
      if (isOwn) await this.#tryOwn(pool, guess, own);
      else await this.#tryNewest(pool, guess, by.network);
    } catch (error) {
      if (error instanceof ApiFailure) await this.throttle.add(rule, now);
      throw error;
    }
  }

  /** Ends what was sent to accounts: nothing that is on its way to them is good any more. */
  async end(db: Database, accounts: readonly Account[]): Promise<void> {
    if (accounts.length === 0) return;
    const { channel, account } = verificationCodes;
    await db
      .update(verificationCodes)
      .set({ codeHash: null, triesLeft: 0 })
      .where(or(...accounts.map((one) => and(eq(channel, one.channel), eq(account, one.account)))));
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

  /** Whether it was the code; it is used then, and with it all others for the same purpose. */
  async #take(pool: Pool, { to, scene, code }: CodeGuess, requester: string): Promise<boolean> {
    const isRight = and(
      which(to, scene),
      eq(verificationCodes.requester, requester),
      inArray(verificationCodes.codeHash, this.vault.codeHashes(to.channel, to.account, scene, code)),
    );
    // Of two calls with the same code one finds it.
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
