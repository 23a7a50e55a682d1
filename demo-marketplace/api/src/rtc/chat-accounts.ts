import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { Database, Pool, Tx } from '../db/database.js';
import { chatAccounts, members, type MemberRow } from '../db/schema/index.js';
import { enqueue, type ExternalJob } from '../jobs/index.js';
import type { Vault } from '../security/index.js';

/** A member's user of the conference server. */
export interface ChatAccount {
  readonly username: string;
  readonly password: string;
}

/** Makes a user of the conference server; one that is there with this name already is as good. */
export type MakeChatUser = (account: ChatAccount & { readonly nickName: string }) => Promise<void>;

/**
 * Why a chat account is locked: its member is banned, closed the account for good (what it said of itself is deleted),
 * or has a new password and stays.
 */
export type ChatLockReason = 'banned' | 'closed' | 'password-changed';

/**
 * Ends all that a user of the conference server has open, and every token that it was given; the password takes the
 * place of the one of before.
 */
export type LockChatUser = (account: ChatAccount & { readonly reason: ChatLockReason }) => Promise<void>;

/** Kind of the job that makes a chat account which could not be made at once. */
export const CHAT_ACCOUNT_JOB = 'chat-account';
/** Kind of the job that locks a member out of chats and conferences. */
export const CHAT_END_JOB = 'chat-end';
const RETRY_MS = 2_000;
const NAME_BYTES = 8;
const PASSWORD_BYTES = 18;

const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

interface ChatPorts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly makeUser: MakeChatUser;
  readonly lockUser: LockChatUser;
  readonly log: (message: string, cause: unknown) => void;
}

/** Locks a member out of chats and conferences, once the transaction is committed; until the server has done it. */
export const endChat = (
  db: Tx,
  memberId: number,
  now: number,
  reason: Exclude<ChatLockReason, 'password-changed'>,
): Promise<void> =>
  enqueue(db, {
    kind: CHAT_END_JOB,
    payload: { memberId, reason },
    runAt: now,
    // Whoever was banned and then closes the account goes for good.
    uniqueKey: `${CHAT_END_JOB} ${memberId}${reason === 'closed' ? ' gone' : ''}`,
  });

/** What a job says; jobs from before it had a reason said whether the member is gone. */
const reasonOf = ({ reason, isGone }: Readonly<Record<string, unknown>>): ChatLockReason => {
  if (reason === 'password-changed') return reason;
  return reason === 'closed' || isGone === true ? 'closed' : 'banned';
};

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
      const job = { kind: CHAT_ACCOUNT_JOB, payload: { memberId: id }, uniqueKey: `${CHAT_ACCOUNT_JOB} ${id}` };
      await db.transaction((tx) => enqueue(tx, { ...job, runAt: clock.now() + RETRY_MS }));
    }
  }

  /** The account, once the conference server has it. */
  async of(db: Database, memberId: number): Promise<ChatAccount | undefined> {
    const [row] = await db.select().from(chatAccounts).where(eq(chatAccounts.memberId, memberId));
    if (row?.registeredAt == null) return undefined;
    return { username: row.username, password: this.ports.vault.unseal(row.passwordSealed) };
  }

  /** Makes an account that could not be made at once; the server has it once, however often it is asked. */
  readonly job: ExternalJob = {
    act: async ({ memberId }) => {
      const { db } = this.ports;
      const [member] = await db
        .select()
        .from(members)
        .where(eq(members.id, Number(memberId)));
      if (member !== undefined) await this.#make(db, member.id, member.name);
    },
  };

  /**
   * Gives the member's chat account a new password, and ends everything that was opened with the old one once the
   * transaction is committed. The member's sessions read the new password from then on.
   */
  async renew(db: Tx, memberId: number, now: number): Promise<void> {
    const renewed = await db
      .update(chatAccounts)
      .set({ passwordSealed: this.ports.vault.seal(newPassword()) })
      .where(and(eq(chatAccounts.memberId, memberId), isNotNull(chatAccounts.registeredAt)))
      .returning({ memberId: chatAccounts.memberId });
    // An account that the server does not have yet has a password that nobody has seen.
    if (renewed.length === 0) return;
    // Each change has a job of its own: one that is running has perhaps read the password before.
    await enqueue(db, { kind: CHAT_END_JOB, payload: { memberId, reason: 'password-changed' }, runAt: now });
  }

  /**
   * Also when the member was let in again meanwhile: the new password, which they are told then, must be the one that
   * the server has. It may be called again with another one, whatever became of the last.
   */
  readonly endJob: ExternalJob = {
    act: async (payload) => {
      const { db, vault, lockUser } = this.ports;
      const reason = reasonOf(payload);
      const isOfMember = eq(chatAccounts.memberId, Number(payload['memberId']));
      // Written before the server is called, so that a password that it has is never lost.
      if (reason !== 'password-changed') {
        await db
          .update(chatAccounts)
          .set({ passwordSealed: vault.seal(newPassword()) })
          .where(and(isOfMember, isNotNull(chatAccounts.registeredAt)));
      }
      const [row] = await db.select().from(chatAccounts).where(isOfMember);
      if (row?.registeredAt == null) return undefined;
      await lockUser({ username: row.username, password: vault.unseal(row.passwordSealed), reason });
      return async (tx) => {
        const [now] = await tx.select().from(chatAccounts).where(isOfMember).for('update');
        // Another job may have handed its password over before this one: the server must have the one that is kept.
        if (now !== undefined && now.passwordSealed !== row.passwordSealed) {
          throw new Error('the password of a chat account changed while it was handed over');
        }
      };
    },
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
