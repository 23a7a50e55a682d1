import { Channel, DEFAULT_AREA, type MobileArea } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { memberAccounts, members, type MemberRow } from '../db/schema/index.js';

/** An account in its normalised form. */
export interface Account {
  readonly channel: Channel;
  readonly account: string;
}

/** An account that a member can log in with. */
export interface BoundAccount extends Account {
  /** Time at which its owner proved it with a code. */
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

/** Masks an account for display: `a•••@example.org`, `+86••••••8000`. */
export function mask({ channel, account }: Account): string {
  if (channel === Channel.Mobile) return `${account.slice(0, 3)}••••${account.slice(-4)}`;
  const at = account.lastIndexOf('@');
  return `${account.slice(0, 1)}•••${account.slice(at)}`;
}

/** Finds the member that an account belongs to. */
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
 * Accounts that are accepted as proof of identity: those the member registered with, and those bound for three days.
 * The delay prevents someone with a stolen session from binding an account and taking over the rest before the owner is
 * notified.
 */
export async function knownAccountsOf(
  db: Database,
  { id, createdAt }: Pick<MemberRow, 'id' | 'createdAt'>,
  now: number,
): Promise<readonly BoundAccount[]> {
  const accounts = await accountsOf(db, id);
  return accounts.filter(({ verifiedAt }) => verifiedAt <= createdAt || verifiedAt <= now - KNOWN_FOR_MS);
}

/** Login accounts of a member. */
export async function accountsOf(db: Database, memberId: number): Promise<readonly BoundAccount[]> {
  const rows = await db.select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId));
  return rows.map(({ channel, account, verifiedAt }) => ({ channel: channel as Channel, account, verifiedAt }));
}
