import {
  Channel,
  CODE_DIGITS,
  CODE_RESEND_SECONDS,
  FailureReason,
  type CodeScene,
} from '@lectern/marketplace-contract';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../db/database.js';
import { verificationCodes } from '../db/schema/index.js';
import { putOut } from '../delivery/index.js';
import { ApiFailure, tooMany } from '../http/failure.js';
import type { Language } from '../http/messages.js';
import type { Vault } from '../security/index.js';
import type { Account } from './accounts.js';
import { codeText, takenText, tooNewText } from './texts.js';

const CODE_LIFE_MS = 600_000;
const RESEND_MS = CODE_RESEND_SECONDS * 1_000;
const TRIES = 5;
const HASH_BYTES = 32;

/**
 * What codes are for. `withdraw` sets the payment password, `proof` stands for the password; both are sent to a member
 * alone, by actions of their own.
 */
type Scene = CodeScene | 'withdraw' | 'proof';

export interface CodeRequest {
  readonly to: Account;
  readonly scene: Scene;
  /** What goes out: a code, a word to the owner of an account that is registered, or too new for a code, or nothing. */
  readonly send: 'code' | 'taken' | 'too-new' | 'nothing';
  readonly language: Language;
  readonly now: number;
}

const TEXTS = {
  code: (language: Language, code: string) => codeText(code, language),
  taken: takenText,
  'too-new': tooNewText,
} as const;

const drawCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Codes that prove that somebody reads an account. */
export class Codes {
  constructor(
    private readonly vault: Vault,
    private readonly draw: () => string = drawCode,
  ) {}

  /**
   * Sends a code, and looks the same when it does not.
   *
   * @returns when the next one may be sent
   * @throws {ApiFailure} 429 before that
   */
  async send(db: Database, { to, scene, send, language, now }: CodeRequest): Promise<number> {
    const code = this.draw();
    const nextSendAt = now + RESEND_MS;
    return db.transaction(async (transaction) => {
      const row = {
        // Where no code went out none is right; and whoever tries some hears what they would hear otherwise.
        codeHash: send === 'code' ? this.#hash(to, scene, code) : randomBytes(HASH_BYTES).toString('base64url'),
        triesLeft: TRIES,
        expiresAt: now + CODE_LIFE_MS,
        nextSendAt,
      };
      const taken = await transaction
        .insert(verificationCodes)
        .values({ ...to, scene, ...row })
        .onConflictDoUpdate({
          target: [verificationCodes.channel, verificationCodes.account, verificationCodes.scene],
          set: row,
          setWhere: lte(verificationCodes.nextSendAt, now),
        })
        .returning({ nextSendAt: verificationCodes.nextSendAt });
      if (taken.length === 0) {
        const [known] = await transaction.select().from(verificationCodes).where(which(to, scene));
        throw tooMany((known?.nextSendAt ?? nextSendAt) - now);
      }
      // Whoever measures how long it takes learns nothing: there is one more row either way.
      if (send === 'nothing') await putOut(transaction, { topic: 'nothing', payload: {} }, now);
      else {
        const text = TEXTS[send](language, code);
        const topic = to.channel === Channel.Email ? 'mail' : 'sms';
        if (topic === 'mail') await putOut(transaction, { topic, payload: { to: to.account, ...text } }, now);
        else await putOut(transaction, { topic, payload: { to: to.account, text: text.text } }, now);
      }
      return nextSendAt;
    });
  }

  /**
   * Uses a code up. A wrong one costs a try whatever becomes of the call, so give the pool, not a transaction.
   *
   * @throws {ApiFailure} when it is wrong, used, too old, or there were too many wrong ones
   */
  async use(pool: Database, to: Account, scene: Scene, code: string, now: number): Promise<void> {
    const [tried] = await pool
      .update(verificationCodes)
      .set({ triesLeft: sql`${verificationCodes.triesLeft} - 1` })
      .where(
        and(which(to, scene), sql`${verificationCodes.triesLeft} > 0`, sql`${verificationCodes.expiresAt} > ${now}`),
      )
      .returning();
    if (tried === undefined) {
      const [known] = await pool.select().from(verificationCodes).where(which(to, scene));
      const isSpent = known !== undefined && known.triesLeft <= 0 && known.expiresAt > now && known.codeHash !== null;
      throw new ApiFailure(isSpent ? FailureReason.CodeSpent : FailureReason.WrongCode);
    }
    const codeHashes = this.vault.codeHashes(to.channel, to.account, scene, code);
    // Of two calls with the same code one finds it.
    const used = await pool
      .update(verificationCodes)
      .set({ codeHash: null, triesLeft: 0 })
      .where(and(which(to, scene), inArray(verificationCodes.codeHash, codeHashes)))
      .returning({ scene: verificationCodes.scene });
    if (used.length === 0) {
      throw new ApiFailure(tried.triesLeft === 0 ? FailureReason.CodeSpent : FailureReason.WrongCode);
    }
  }

  forget(db: Database, now: number): Promise<unknown> {
    return db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, now));
  }

  #hash({ channel, account }: Account, scene: Scene, code: string): string {
    return this.vault.codeHash(channel, account, scene, code);
  }
}

const which = ({ channel, account }: Account, scene: Scene) =>
  and(
    eq(verificationCodes.channel, channel),
    eq(verificationCodes.account, account),
    eq(verificationCodes.scene, scene),
  );
