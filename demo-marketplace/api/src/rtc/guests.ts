import type { RtcUser } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { guests } from '../db/schema/index.js';
import type { Call } from '../http/call.js';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';

const HOUR_MS = 3_600_000;
/** A guest who was in no conference and no chat for this time is deleted. */
const GUEST_KEPT_MS = 24 * HOUR_MS;
const BATCH = 500;
/** Maximum new guests per hour of one network, which may be a school, and of one member. */
const GUESTS_PER_NETWORK = 3_000;
const GUESTS_PER_MEMBER = 60;

/** Users of the conference server, as its operator sees them. */
export interface GuestUsers {
  /** Names of all users who are currently in a conference or logged in to chat. */
  active(): ReadonlySet<string>;
  /** Deletes a user with all of its tokens and devices; succeeds when it does not exist. */
  remove(username: string): Promise<void>;
}

interface GuestPorts {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly newName: () => string;
  readonly create: (displayName: string, username: string) => Promise<RtcUser>;
  /** Undefined when the conference server is operated separately: guests cannot be deleted then. */
  readonly users: GuestUsers | undefined;
}

/** Guests of classes: created on entry without an account, deleted a day after their last class. */
export class Guests {
  constructor(private readonly ports: GuestPorts) {}

  /** Creates a guest. @throws {ApiFailure} 429, or when the conference server cannot be reached */
  async enter(displayName: string, { caller, ip, now }: Call): Promise<RtcUser> {
    const { db, throttle, newName, create } = this.ports;
    const rule =
      caller === undefined
        ? { key: `guests ${networkOf(ip)}`, max: GUESTS_PER_NETWORK }
        : { key: `guests member ${caller.member.id}`, max: GUESTS_PER_MEMBER };
    await throttle.take([{ ...rule, windowMs: HOUR_MS }], now);
    const username = newName();
    // Inserted before the user is created, so that no user can be left that is never deleted.
    await db
      .insert(guests)
      .values({ username, createdAt: now, seenAt: now })
      // A previous attempt with this name failed; the conference server refuses names that are taken.
      .onConflictDoUpdate({ target: guests.username, set: { seenAt: now } });
    return create(displayName, username);
  }

  /** Records which guests are present, and deletes those who were absent for a day. */
  async sweep(now: number): Promise<void> {
    const { db, users } = this.ports;
    if (users === undefined) return;
    const active = [...users.active()];
    for (let at = 0; at < active.length; at += BATCH) {
      const names = active.slice(at, at + BATCH);
      await db.update(guests).set({ seenAt: now }).where(inArray(guests.username, names));
    }
    for (;;) {
      const isGone = lte(guests.seenAt, now - GUEST_KEPT_MS);
      const gone = await db.select().from(guests).where(isGone).orderBy(asc(guests.seenAt)).limit(BATCH);
      for (const { username } of gone) {
        const isBack = users.active().has(username);
        if (!isBack) await users.remove(username);
        if (isBack) await db.update(guests).set({ seenAt: now }).where(eq(guests.username, username));
        else await db.delete(guests).where(and(eq(guests.username, username), isGone));
      }
      if (gone.length < BATCH) return;
    }
  }
}
