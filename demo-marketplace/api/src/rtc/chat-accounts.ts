import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { Database, Pool, Tx } from '../db/database.js';
import { chatAccounts, members, type MemberRow } from '../db/schema/index.js';
import { enqueue, type ExternalJob } from '../jobs/index.js';
import type { Vault } from '../security/index.js';

/** A member's account at the conference server. */
export interface ChatAccount {
  readonly username: string;
  readonly password: string;
}

/** Creates a user of the conference server; succeeds when the user already exists. */
export type MakeChatUser = (account: ChatAccount & { readonly nickName: string }) => Promise<void>;

/**
 * Reason for locking a chat account: the member is banned, has closed the account for good (its profile is deleted), or
 * has changed the password and remains.
 */
export type ChatLockReason = 'banned' | 'closed' | 'password-changed';

/** Ends all connections of a user of the conference server, revokes its tokens, and replaces its password. */
export type LockChatUser = (account: ChatAccount & { readonly reason: ChatLockReason }) => Promise<void>;

/** Kind of the job that creates a chat account after the first attempt failed. */
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

/** Enqueues a job that locks a member out of chats and conferences and is retried until the server has done it. */
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
    // A banned member who closes the account needs a second job, which deletes the profile.
    uniqueKey: `${CHAT_END_JOB} ${memberId}${reason === 'closed' ? ' gone' : ''}`,
  });

/** Lock reason of a job; jobs of an older version have `isGone` instead of a reason. */
const reasonOf = ({ reason, isGone }: Readonly<Record<string, unknown>>): ChatLockReason => {
  if (reason === 'password-changed') return reason;
  return reason === 'closed' || isGone === true ? 'closed' : 'banned';
};

/**
 * Chat accounts of members. An account is created at registration; when the conference server does not respond, a job
 * creates it later, and until then the member has none.
 */
export class ChatAccounts {
  constructor(private readonly ports: ChatPorts) {}

  /** Ensures that the member's account exists; on failure, a job creates it later. */
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

  /** The chat account; undefined until the conference server has created it. */
  async of(db: Database, memberId: number): Promise<ChatAccount | undefined> {
    const [row] = await db.select().from(chatAccounts).where(eq(chatAccounts.memberId, memberId));
    if (row?.registeredAt == null) return undefined;
    return { username: row.username, password: this.ports.vault.unseal(row.passwordSealed) };
  }

  /** Creates an account after the first attempt failed; idempotent. */
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
   * Gives the member's chat account a new password and, after the commit, ends everything opened with the old one. The
   * member's sessions read the new password from then on.
   */
  async renew(db: Tx, memberId: number, now: number): Promise<void> {
    const renewed = await db
      .update(chatAccounts)
      .set({ passwordSealed: this.ports.vault.seal(newPassword()) })
      .where(and(eq(chatAccounts.memberId, memberId), isNotNull(chatAccounts.registeredAt)))
      .returning({ memberId: chatAccounts.memberId });
    // The password of an account that the server does not have yet was never issued.
    if (renewed.length === 0) return;
    // One job per change: a job that is running may have read the previous password.
    await enqueue(db, { kind: CHAT_END_JOB, payload: { memberId, reason: 'password-changed' }, runAt: now });
  }

  /**
   * Locks the account. This also runs when the ban was lifted meanwhile, because the server must then have the password
   * that the member is given. A retry may use another password than a failed attempt.
   */
  readonly endJob: ExternalJob = {
    act: async (payload) => {
      const { db, vault, lockUser } = this.ports;
      const reason = reasonOf(payload);
      const isOfMember = eq(chatAccounts.memberId, Number(payload['memberId']));
      // Stored before the server is called, so that the server never has a password that is lost.
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
        // A concurrent job may have sent an older password after this one; the server must have the stored one.
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
