import { Channel, isEmail, isSingleLine } from '@lectern/marketplace-contract';
import { and, asc, eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { auditLog, memberAccounts, members, type MemberRow } from '../db/schema/index.js';
import { enqueue } from '../jobs/index.js';
import { findMember, Sessions } from '../login/index.js';
import { CHAT_ACCOUNT_JOB, endChat } from '../rtc/index.js';
import type { Passwords } from '@lectern/kit/passwords';

/** Longer than members choose theirs: staff decide about everybody's money. */
const PASSWORD_MIN = 12;
const PASSWORD_MAX = 64;
const GENERATED_BYTES = 18;
const DEFAULT_NAME = '平台人員 Staff';
const NAME_MAX = 30;

/** A request of an operator that cannot be carried out; its message says why and what to do. Nothing was changed. */
export class StaffError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StaffError';
  }
}

/** An account of the back office. */
export interface StaffAccount {
  readonly id: number;
  readonly name: string;
  /** Empty for one that logs in with a mobile alone. */
  readonly email: string;
  readonly isBanned: boolean;
}

/** Accounts of the back office, the oldest first. */
export async function listStaff(db: Database): Promise<readonly StaffAccount[]> {
  const isTheirs = and(eq(memberAccounts.memberId, members.id), eq(memberAccounts.channel, Channel.Email));
  const rows = await db
    .select({ member: members, email: memberAccounts.account })
    .from(members)
    .leftJoin(memberAccounts, isTheirs)
    .where(eq(members.isStaff, true))
    .orderBy(asc(members.id));
  return rows.map(({ member: { id, name, isBanned }, email }) => ({ id, name, email: email ?? '', isBanned }));
}

export interface StaffPorts {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly passwords: Passwords;
}

export interface NewStaff {
  readonly email: string;
  /** Shown in the back office. */
  readonly name?: string | undefined;
  /** 12 to 64 characters; generated unless given. Not for a member, who keeps theirs. */
  readonly password?: string | undefined;
}

/** `made`: a new account; `promoted`: a member's account, with the password that it has; `unchanged`: was staff. */
export interface AddedStaff {
  readonly outcome: 'made' | 'promoted' | 'unchanged';
  /** Only what was generated, since nobody knows it yet. */
  readonly password?: string;
}

const newPassword = (): string => randomBytes(GENERATED_BYTES).toString('base64url');

function addressOf(written: string): string {
  const address = written.trim().toLowerCase();
  if (!isEmail(address)) throw new StaffError(`"${written}" is no e-mail address`);
  return address;
}

function checkPassword(password: string | undefined): void {
  if (password === undefined) return;
  if (password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX && /^[!-~]+$/.test(password)) return;
  throw new StaffError(
    `the password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} letters, digits and symbols of ASCII, without spaces`,
  );
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > NAME_MAX) {
    throw new StaffError(`the name must have 1 to ${NAME_MAX} characters`);
  }
  if (!isSingleLine(trimmed)) throw new StaffError('the name has characters that cannot be seen; leave them out');
  return trimmed;
}

const byEmail = (db: Database, email: string): Promise<MemberRow | undefined> =>
  findMember(db, { channel: Channel.Email, account: email });

/** Commands of an operator are in the audit log as done by nobody who is a member. */
const writeDown = (db: Database, action: string, memberId: number, now: number): Promise<unknown> =>
  db.insert(auditLog).values({
    at: now,
    actorId: null,
    action,
    target: `member:${memberId}`,
    details: { by: 'operator' },
    ip: '',
    requestId: '',
  });

/**
 * Gives somebody the back office: makes an account, or takes the one that has the address.
 *
 * @throws {StaffError} for a malformed address, name or password, and for a banned account
 */
export async function addStaff({ db, clock, passwords }: StaffPorts, wanted: NewStaff): Promise<AddedStaff> {
  const email = addressOf(wanted.email);
  const name = checkName(wanted.name ?? DEFAULT_NAME);
  checkPassword(wanted.password);
  const password = wanted.password ?? newPassword();
  const passwordHash = await passwords.hash(password);
  const now = clock.now();
  return db.transaction(async (transaction): Promise<AddedStaff> => {
    const known = await byEmail(transaction, email);
    if (known !== undefined) {
      if (known.isBanned) throw new StaffError(`the account of ${email} is banned; another address is needed`);
      if (wanted.password !== undefined) {
        throw new StaffError(`${email} has an account already, with a password: leave out --password-stdin`);
      }
      if (known.isStaff) return { outcome: 'unchanged' };
      await transaction.update(members).set({ isStaff: true, updatedAt: now }).where(eq(members.id, known.id));
      await writeDown(transaction, 'staff-added', known.id, now);
      return { outcome: 'promoted' };
    }
    const facts = { name, passwordHash, isStaff: true, locale: 'zh', createdAt: now, updatedAt: now };
    const [made] = await transaction.insert(members).values(facts).returning({ id: members.id });
    if (made === undefined) throw new Error('the account was not written');
    const account = { channel: Channel.Email, account: email, verifiedAt: now };
    await transaction.insert(memberAccounts).values({ memberId: made.id, ...account });
    // The marketplace may not be running: it makes the chat account when it does.
    await enqueue(transaction, {
      kind: CHAT_ACCOUNT_JOB,
      payload: { memberId: made.id },
      runAt: now,
      uniqueKey: `${CHAT_ACCOUNT_JOB} ${made.id}`,
    });
    await writeDown(transaction, 'staff-added', made.id, now);
    return wanted.password === undefined ? { outcome: 'made', password } : { outcome: 'made' };
  });
}

async function staffByEmail(db: Database, written: string): Promise<{ readonly id: number; readonly email: string }> {
  const email = addressOf(written);
  const known = await byEmail(db, email);
  if (known?.isStaff !== true) throw new StaffError(`${email} is not staff; "staff list" shows who is`);
  return { id: known.id, email };
}

/**
 * Takes the back office from somebody and logs them out. The account stays, as a member's.
 *
 * @throws {StaffError} for who is not staff
 */
export async function removeStaff({ db, clock }: StaffPorts, email: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (transaction) => {
    const { id } = await staffByEmail(transaction, email);
    await transaction.update(members).set({ isStaff: false, updatedAt: now }).where(eq(members.id, id));
    await new Sessions(transaction).endAll(transaction, id, now);
    await writeDown(transaction, 'staff-removed', id, now);
  });
}

/**
 * Gives a staff account another password, and ends everything that was open with the old one.
 *
 * @returns the password where it was generated
 * @throws {StaffError} for who is not staff, and for a malformed password
 */
export async function resetStaffPassword(
  { db, clock, passwords }: StaffPorts,
  { email, password: given }: Pick<NewStaff, 'email' | 'password'>,
): Promise<string | undefined> {
  checkPassword(given);
  const password = given ?? newPassword();
  const passwordHash = await passwords.hash(password);
  const now = clock.now();
  await db.transaction(async (transaction) => {
    const { id } = await staffByEmail(transaction, email);
    await transaction.update(members).set({ passwordHash, updatedAt: now }).where(eq(members.id, id));
    await new Sessions(transaction).endAll(transaction, id, now);
    // As after a ban: all that was open ends, and the job makes another chat password.
    await endChat(transaction, id, now, 'banned');
    await writeDown(transaction, 'password-reset', id, now);
  });
  return given === undefined ? password : undefined;
}
