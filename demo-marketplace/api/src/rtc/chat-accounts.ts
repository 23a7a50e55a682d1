import { eq, isNull, and } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { chatAccounts, members, type MemberRow } from '../db/schema/index.js';
import { enqueue, type JobHandler } from '../jobs/index.js';
import type { Vault } from '../security/index.js';

/** A member's user of the conference server. */
export interface ChatAccount {
  readonly username: string;
  readonly password: string;
}

/** Makes a user of the conference server; one that is there with this name already is as good. */
export type MakeChatUser = (account: ChatAccount & { readonly nickName: string }) => Promise<void>;

/**
 * Ends all that a user of the conference server has open, and every token that it was given; the password takes the
 * place of the one of before. `isGone` for one that does not come back: what it said of itself is forgotten.
 */
export type LockChatUser = (account: ChatAccount & { readonly isGone: boolean }) => Promise<void>;

/** Kind of the job that makes a chat account which could not be made at once. */
export const CHAT_ACCOUNT_JOB = 'chat-account';
/** Kind of the job that locks a member out of chats and conferences. */
export const CHAT_END_JOB = 'chat-end';
const RETRY_MS = 2_000;
const NAME_BYTES = 8;
const PASSWORD_BYTES = 18;

const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

interface ChatPorts {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly makeUser: MakeChatUser;
  readonly lockUser: LockChatUser;
  readonly log: (message: string, cause: unknown) => void;
}

/** Locks a member out of chats and conferences, once the caller's transaction is written; until the server has done it. */
export const endChat = (db: Database, memberId: number, now: number, isGone = false): Promise<void> =>
  enqueue(db, {
    kind: CHAT_END_JOB,
    payload: { memberId, isGone },
    runAt: now,
    // Whoever was banned and then closes the account goes for good.
    uniqueKey: `${CHAT_END_JOB} ${memberId}${isGone ? ' gone' : ''}`,
  });

/**
 * Members' chat accounts. Each has one from its registration on; where the conference server does not answer just
 * then, a job makes it later, and until then the member has none to show.
 */
export class ChatAccounts {
  constructor(private readonly ports: ChatPorts) {}

  /** Has the member's account made, now or later. */
  async ensure({ id, name }: Pick<MemberRow, 'id' | 'name'>): Promise<void> {
    const { db, clock, log } = this.ports;
    try {
      await this.#make(db, id, name);
    } catch (error) {
      log('a chat account could not be made; it is tried again', error);
      const payload = { memberId: id };
      await enqueue(db, {
        kind: CHAT_ACCOUNT_JOB,
        payload,
        runAt: clock.now() + RETRY_MS,
        uniqueKey: `${CHAT_ACCOUNT_JOB} ${id}`,
      });
    }
  }

  /** The account, once the conference server has it. */
  async of(db: Database, memberId: number): Promise<ChatAccount | undefined> {
    const [row] = await db.select().from(chatAccounts).where(eq(chatAccounts.memberId, memberId));
    if (row?.registeredAt == null) return undefined;
    return { username: row.username, password: this.ports.vault.unseal(row.passwordSealed) };
  }

  readonly job: JobHandler = async ({ memberId }, db) => {
    const [member] = await db
      .select()
      .from(members)
      .where(eq(members.id, Number(memberId)));
    if (member !== undefined) await this.#make(db, member.id, member.name);
  };

  /**
   * Also when the member was let in again meanwhile: the new password, which they are told then, must be the one that
   * the server has. It may be called again with another one, whatever became of the last.
   */
  readonly endJob: JobHandler = async ({ memberId, isGone }, db) => {
    const account = await this.of(db, Number(memberId));
    if (account === undefined) return;
    const password = newPassword();
    await db
      .update(chatAccounts)
      .set({ passwordSealed: this.ports.vault.seal(password) })
      .where(eq(chatAccounts.memberId, Number(memberId)));
    await this.ports.lockUser({ username: account.username, password, isGone: isGone === true });
  };

  async #make(db: Database, memberId: number, nickName: string): Promise<void> {
    const { clock, vault, makeUser } = this.ports;
    await db
      .insert(chatAccounts)
      .values({
        memberId,
        username: `m${randomBytes(NAME_BYTES).toString('hex')}`,
        passwordSealed: vault.seal(newPassword()),
      })
      .onConflictDoNothing();
    const [row] = await db.select().from(chatAccounts).where(eq(chatAccounts.memberId, memberId));
    if (row === undefined || row.registeredAt !== null) return;
    await makeUser({ username: row.username, password: vault.unseal(row.passwordSealed), nickName });
    await db
      .update(chatAccounts)
      .set({ registeredAt: clock.now() })
      .where(and(eq(chatAccounts.memberId, memberId), isNull(chatAccounts.registeredAt)));
  }
}
