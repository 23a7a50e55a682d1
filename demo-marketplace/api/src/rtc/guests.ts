import type { Guest } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { guests } from '../db/schema/index.js';
import type { Call } from '../http/call.js';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';

const HOUR_MS = 3_600_000;
/** A guest who has been in no class and no chat for so long is deleted. */
const GUEST_KEPT_MS = 24 * HOUR_MS;
const BATCH = 500;
/** New guests an hour of one network of visitors, which may be that of a school; and of one member. */
const GUESTS_PER_NETWORK = 3_000;
const GUESTS_PER_MEMBER = 60;

/** Users of the conference server as those who run it see them. */
export interface GuestUsers {
  /** Names of all users who are in a conference or logged in to chat right now. */
  active(): ReadonlySet<string>;
  /** Deletes a user with all that it was given; good for one that does not exist. */
  remove(username: string): Promise<void>;
}

interface GuestPorts {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly newName: () => string;
  readonly create: (displayName: string, username: string) => Promise<Guest>;
  /** Without it guests cannot be deleted: the conference server is somebody else's. */
  readonly users: GuestUsers | undefined;
}

/** Guests of classes: made when somebody enters without an account, deleted a day after their last class. */
export class Guests {
  constructor(private readonly ports: GuestPorts) {}

  /** @throws {ApiFailure} 429, or when the conference server cannot be reached */
  async enter(displayName: string, { caller, ip, now }: Call): Promise<Guest> {
    const { db, throttle, newName, create } = this.ports;
    const rule =
      caller === undefined
        ? { key: `guests ${networkOf(ip)}`, max: GUESTS_PER_NETWORK }
        : { key: `guests member ${caller.member.id}`, max: GUESTS_PER_MEMBER };
    await throttle.take([{ ...rule, windowMs: HOUR_MS }], now);
    const username = newName();
    // Before the user itself: whatever happens in between, nobody is left who is never deleted.
    await db
      .insert(guests)
      .values({ username, createdAt: now, seenAt: now })
      // An attempt with this name before failed; the conference server refuses names that are taken.
      .onConflictDoUpdate({ target: guests.username, set: { seenAt: now } });
    return create(displayName, username);
  }

  /** Notes who is in a class, and deletes those who have been in none for a day. */
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
