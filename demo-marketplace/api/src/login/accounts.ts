import { Channel, DEFAULT_AREA, type MobileArea } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { memberAccounts, members, type MemberRow } from '../db/schema/index.js';

/** An account as it is kept: one text for whatever way it was written in. */
export interface Account {
  readonly channel: Channel;
  readonly account: string;
}

/** One that logs a member in. */
export interface BoundAccount extends Account {
  /** When its owner had a code sent to it. */
  readonly verifiedAt: number;
}

interface Given {
  readonly channel: Channel;
  readonly area?: MobileArea | undefined;
  readonly account: string;
}

/** Lower-case address, or number with its country code: `+886912345678`. */
export function normalise({ channel, area = DEFAULT_AREA, account }: Given): Account {
  if (channel === Channel.Email) return { channel, account: account.toLowerCase() };
  return { channel, account: `+${area}${account.replace(/^0/, '')}` };
}

/** `a•••@example.org`, `+86••••••8000`: enough for its owner to know it. */
export function mask({ channel, account }: Account): string {
  if (channel === Channel.Mobile) return `${account.slice(0, 3)}••••${account.slice(-4)}`;
  const at = account.lastIndexOf('@');
  return `${account.slice(0, 1)}•••${account.slice(at)}`;
}

/** The member that an account belongs to. */
export async function findMember(db: Database, { channel, account }: Account): Promise<MemberRow | undefined> {
  const [row] = await db
    .select({ member: members })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(eq(memberAccounts.channel, channel), eq(memberAccounts.account, account)));
  return row?.member;
}

const HOUR_MS = 3_600_000;
const KNOWN_FOR_MS = 72 * HOUR_MS;

/**
 * What proves that somebody is the member: accounts that they registered with, or that have been theirs for three days.
 * Whoever bound one with a stolen session must not take the rest by it before its owner has heard of it.
 */
export async function knownAccountsOf(
  db: Database,
  { id, createdAt }: Pick<MemberRow, 'id' | 'createdAt'>,
  now: number,
): Promise<readonly BoundAccount[]> {
  const accounts = await accountsOf(db, id);
  return accounts.filter(({ verifiedAt }) => verifiedAt <= createdAt || verifiedAt <= now - KNOWN_FOR_MS);
}

/** What a member logs in with. */
export async function accountsOf(db: Database, memberId: number): Promise<readonly BoundAccount[]> {
  const rows = await db.select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId));
  return rows.map(({ channel, account, verifiedAt }) => ({ channel: channel as Channel, account, verifiedAt }));
}
