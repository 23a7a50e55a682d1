import { userTypeOf, type UserType } from '@lectern/marketplace-contract';
import { and, asc, desc, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.js';
import { members, sessions, type MemberRow } from '../db/schema/index.js';
import { networkOf } from '@lectern/kit/addresses';

const DAY_MS = 86_400_000;
const SESSION_MS = 7 * DAY_MS;
/** Grace period of the token before a refresh, for requests of other tabs. */
const FORMER_TOKEN_MS = 60_000;
/** Maximum sessions of a member; a further login ends the oldest. */
const MAX_SESSIONS = 10;
/** Precision of `last_at`, which is for display only, so most calls need not write it. */
const SEEN_EVERY_MS = 60_000;
/** Time for which the end reason of an expired session is kept. */
const ENDED_KEPT_MS = 30 * DAY_MS;

const TOKEN_BYTES = 32;

/** End reasons that are reported to a page with the token of an ended session (result code 206). */
const TOLD_REASONS: ReadonlySet<string | null> = new Set(['replaced', 'password']);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The logged-in caller of an action. */
export interface Caller {
  readonly member: MemberRow;
  readonly sessionId: number;
  readonly userType: UserType;
}

/** A new token; only its hash is stored. */
export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface Device {
  readonly ip: string;
  readonly userAgent: string;
}

export const memberTypeOf = ({ identity, currentType }: Pick<MemberRow, 'identity' | 'currentType'>): UserType =>
  userTypeOf({ identity, current_type: currentType });

/** Login sessions. */
export class Sessions {
  constructor(
    private readonly db: Database,
    private readonly newToken: () => string = () => randomBytes(TOKEN_BYTES).toString('base64url'),
  ) {}

  /** Creates a session for a member. */
  async begin(db: Tx, memberId: number, { ip, userAgent }: Device, now: number): Promise<IssuedToken> {
    const token = this.newToken();
    const expiresAt = now + SESSION_MS;
    await db.insert(sessions).values({
      ...{ memberId, ip, expiresAt },
      tokenHash: hashOf(token),
      userAgent: userAgent.slice(0, 300),
      createdAt: now,
      lastAt: now,
    });
    const live = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.memberId, memberId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
      .orderBy(asc(sessions.createdAt), asc(sessions.id));
    for (const { id } of live.slice(0, Math.max(0, live.length - MAX_SESSIONS))) {
      await end(db, eq(sessions.id, id), now, 'replaced');
    }
    return { token, expiresAt };
  }

  /**
   * Finds the caller by a token, raw or after `Bearer`. Undefined for an unknown or expired token; `elsewhere` when a
   * newer session or a password change ended the session.
   */
  async find(header: string | undefined, now: number, ip: string): Promise<Caller | 'elsewhere' | undefined> {
    const token = header?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return undefined;
    const hash = hashOf(token);
    const [row] = await this.db
      .select({ session: sessions, member: members })
      .from(sessions)
      .innerJoin(members, eq(members.id, sessions.memberId))
      .where(or(eq(sessions.tokenHash, hash), and(eq(sessions.formerHash, hash), gt(sessions.formerUntil, now))));
    if (row === undefined || row.member.isBanned) return undefined;
    const { session, member } = row;
    if (session.endedAt !== null) return TOLD_REASONS.has(session.endReason) ? 'elsewhere' : undefined;
    if (session.expiresAt <= now) return undefined;
    if (now - session.lastAt >= SEEN_EVERY_MS) {
      await this.db.update(sessions).set({ lastAt: now, ip }).where(eq(sessions.id, session.id));
    }
    return { member, sessionId: session.id, userType: memberTypeOf(member) };
  }

  /** Issues a new token for the session; undefined when it has ended meanwhile. */
  async refresh(db: Database, sessionId: number, now: number): Promise<IssuedToken | undefined> {
    const token = this.newToken();
    const expiresAt = now + SESSION_MS;
    const rows = await db
      .update(sessions)
      .set({
        formerHash: sessions.tokenHash,
        formerUntil: now + FORMER_TOKEN_MS,
        tokenHash: hashOf(token),
        expiresAt,
        lastAt: now,
      })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    return rows.length === 0 ? undefined : { token, expiresAt };
  }

  /** The member's active sessions, the most recently used first. */
  list(memberId: number, now: number): Promise<(typeof sessions.$inferSelect)[]> {
    return this.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.memberId, memberId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.lastAt), desc(sessions.id));
  }

  /** Resolves with true when the member has a stored session from this network. */
  async isKnownAt(memberId: number, network: string): Promise<boolean> {
    const rows = await this.db
      .selectDistinct({ ip: sessions.ip })
      .from(sessions)
      .where(eq(sessions.memberId, memberId));
    return rows.some(({ ip }) => networkOf(ip) === network);
  }

  /** Ends one session of a member; resolves with false when it is not theirs. */
  async end(db: Database, memberId: number, sessionId: number, now: number): Promise<boolean> {
    const which = and(eq(sessions.id, sessionId), eq(sessions.memberId, memberId), gt(sessions.expiresAt, now));
    return which !== undefined && (await end(db, which, now, 'wanted')) > 0;
  }

  /** Ends all sessions of a member. */
  async endAll(db: Database, memberId: number, now: number): Promise<void> {
    await end(db, eq(sessions.memberId, memberId), now, 'wanted');
  }

  /** Ends all sessions of a member after a password change, except the one that changed it. */
  async endForPassword(db: Database, memberId: number, now: number, except?: number): Promise<void> {
    const others = except === undefined ? undefined : ne(sessions.id, except);
    await end(db, and(eq(sessions.memberId, memberId), others), now, 'password');
  }

  /** Deletes sessions that expired long ago. */
  forget(now: number): Promise<unknown> {
    return this.db.delete(sessions).where(lte(sessions.expiresAt, now - ENDED_KEPT_MS));
  }
}

async function end(db: Database, which: SQL | undefined, now: number, endReason: string): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.length;
}
