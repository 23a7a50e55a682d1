import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { members } from '../db/schema/index.js';
import { notify } from './notice-kinds.js';
import type { ChatAccounts } from '../rtc/chat-accounts.js';
import { accountsOf } from './accounts.js';
import { endCodes } from './codes.js';
import type { Sessions } from './sessions.js';

export interface PasswordChangePorts {
  readonly sessions: Sessions;
  readonly chat: ChatAccounts;
}

export interface PasswordChange {
  readonly memberId: number;
  readonly passwordHash: string;
  readonly now: number;
  /** Session that remains: the one that changed the password. Undefined after a reset. */
  readonly keptSession?: number;
}

/**
 * Changes a member's password and invalidates everything opened with the old one: sessions, pending codes, and by a job
 * the chat password, chat tokens, devices and conference tickets.
 */
export async function writePassword(
  db: Tx,
  { sessions, chat }: PasswordChangePorts,
  { memberId, passwordHash, now, keptSession }: PasswordChange,
): Promise<void> {
  await db.update(members).set({ passwordHash, updatedAt: now }).where(eq(members.id, memberId));
  await sessions.endForPassword(db, memberId, now, keptSession);
  await endCodes(db, await accountsOf(db, memberId));
  await chat.renew(db, memberId, now);
  await notify(db, { to: memberId, kind: 'password-changed', params: {}, now });
}
