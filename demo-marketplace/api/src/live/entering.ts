import {
  EntryRefusal,
  FailureReason,
  ROOM_CLOSES_AFTER_MS,
  ROOM_OPENS_BEFORE_MS,
  type SessionEntry,
  type SessionRoom,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Reader } from '../courses/reader.js';
import { briefsOf, NOBODY } from '../courses/cards.js';
import type { Database } from '../db/database.js';
import {
  attendance,
  liveRooms,
  lives,
  liveSessions,
  members,
  sessionConferences,
  sessionRoles,
  tickets,
  ticketTypeSessions,
  type LiveSessionRow,
  type MemberRow,
  type SessionConferenceRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import type { ClassRole, ClassRooms } from '../rtc/index.js';
import type { Vault } from '../security/index.js';
import { roomNameOf } from './room-name.js';
import { findVisibleLive, isMentorThere } from './timeline.js';
import { sessionView } from './views.js';

const closesAt = ({ endAt }: Pick<LiveSessionRow, 'endAt'>): number => endAt + ROOM_CLOSES_AFTER_MS;

const opensAt = ({ startAt }: Pick<LiveSessionRow, 'startAt'>): number => startAt - ROOM_OPENS_BEFORE_MS;

async function findSession(db: Database, id: number) {
  const [found] = await db
    .select({ session: liveSessions, live: lives, room: liveRooms, host: members })
    .from(liveSessions)
    .innerJoin(lives, eq(lives.id, liveSessions.liveId))
    .innerJoin(liveRooms, eq(liveRooms.id, lives.roomId))
    .innerJoin(members, eq(members.id, lives.mentorId))
    .where(and(eq(liveSessions.id, id), isNull(lives.deletedAt), isMentorThere));
  if (found === undefined || found.live.mode !== 'online') throw new ApiFailure(FailureReason.NotFound);
  return found;
}

async function hasTicket(db: Database, memberId: number, sessionId: number): Promise<boolean> {
  const [ticket] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(ticketTypeSessions, eq(ticketTypeSessions.ticketTypeId, tickets.ticketTypeId))
    .where(
      and(
        eq(tickets.memberId, memberId),
        eq(ticketTypeSessions.sessionId, sessionId),
        inArray(tickets.state, ['valid', 'used']),
      ),
    )
    .limit(1);
  return ticket !== undefined;
}

const visitsOf = (memberId: number, sessionId: number) =>
  and(eq(attendance.sessionId, sessionId), eq(attendance.memberId, memberId));

const hasVisited = async (db: Database, memberId: number, sessionId: number): Promise<boolean> =>
  (await db.$count(attendance, visitsOf(memberId, sessionId))) > 0;

const wasRemoved = async (db: Database, memberId: number, sessionId: number): Promise<boolean> =>
  (await db.$count(attendance, and(visitsOf(memberId, sessionId), eq(attendance.wasRemoved, true)))) > 0;

/** The planned end has passed; those who were there may come back while the room is open. */
const isPastEnd = ({ state, endAt }: LiveSessionRow, now: number): boolean => state === 'ended' || now >= endAt;

type Found = Awaited<ReturnType<typeof findSession>>;

/** The conference that was opened last for a session at its present time; it may have ended. */
async function lastConferenceOf(db: Database, session: LiveSessionRow): Promise<SessionConferenceRow | undefined> {
  const [last] = await db
    .select()
    .from(sessionConferences)
    .where(and(eq(sessionConferences.sessionId, session.id), eq(sessionConferences.roomName, roomNameOf(session))))
    .orderBy(desc(sessionConferences.openedAt))
    .limit(1);
  return last;
}

/** The reason why the member may not enter the session now; null when they may, if its room is open or may be opened. */
async function refusalOf(
  db: Database,
  { session, live }: Found,
  memberId: number,
  now: number,
): Promise<EntryRefusal | null> {
  const isHost = live.mentorId === memberId;
  if (session.state === 'cancelled' || now >= closesAt(session)) return EntryRefusal.SessionOver;
  if (isPastEnd(session, now) && !(await hasVisited(db, memberId, session.id))) return EntryRefusal.SessionOver;
  if (!isHost && !(await hasTicket(db, memberId, session.id))) return EntryRefusal.TicketRequired;
  if (now < opensAt(session)) return EntryRefusal.TooEarly;
  if (!isHost && (await wasRemoved(db, memberId, session.id))) return EntryRefusal.RemovedFromClass;
  return null;
}

export interface EnteringPorts {
  readonly vault: Vault;
  readonly rooms: ClassRooms;
}

interface Entering {
  readonly sessionId: number;
  readonly member: MemberRow;
}

/** A session, and whether the member may enter its room now. @throws {ApiFailure} not-found */
export async function roomOf(reader: Reader, { sessionId, member }: Entering): Promise<SessionRoom> {
  const { db, storage, language, now } = reader;
  const found = await findSession(db, sessionId);
  const { session, live, room, host } = found;
  await findVisibleLive(db, live.id, member.id);
  const isHost = host.id === member.id;
  const briefs = await briefsOf(db, storage, [host.id]);
  return {
    session: sessionView(reader, session),
    live: {
      id: String(live.id),
      kind: live.kind,
      title: inLanguage(language, live.titleZh, live.titleEn),
      host: briefs.get(host.id) ?? NOBODY,
    },
    mine: isHost,
    refusal: await refusalOf(db, found, member.id, now),
    asks_password: ((await lastConferenceOf(db, session)) ?? room).passwordSealed !== '' && !isHost,
    opens_at: isoOf(opensAt(session)),
    closes_at: isoOf(closesAt(session)),
    server_time: isoOf(now),
  };
}

/**
 * The conference of a session, opened until the planned end by whoever comes first, and once it has ended by
 * its host alone.
 *
 * @throws {ApiFailure} session-over when it is not open, and may not be opened by the member
 */
async function openConference(
  db: Database,
  { vault, rooms }: EnteringPorts,
  {
    found: { session, room, host },
    isHost,
    now,
  }: { readonly found: Found; readonly isHost: boolean; readonly now: number },
): Promise<{ readonly name: string; readonly password: string }> {
  const name = roomNameOf(session);
  const last = await lastConferenceOf(db, session);
  const mayOpen = !isPastEnd(session, now) && (isHost || last === undefined);
  if (!mayOpen && (await rooms.find(name)) === undefined) throw new ApiFailure(EntryRefusal.SessionOver);
  const { passwordSealed } = room;
  const password = passwordSealed === '' ? '' : vault.unseal(passwordSealed);
  const opened = mayOpen
    ? await rooms.open(db, {
        name,
        host,
        closesAt: closesAt(session),
        merge: room.isRecorded,
        isMuted: room.muteAll,
        ...(password !== '' && { password }),
      })
    : undefined;
  // Before anybody is granted entry, so that no event of the conference precedes it.
  const id = opened ?? (await rooms.find(name));
  if (id === undefined) throw new ApiFailure(FailureReason.RtcUnavailable);
  const values = { id, sessionId: session.id, roomName: name, passwordSealed, openedAt: now };
  await db.insert(sessionConferences).values(values).onConflictDoNothing();
  // Changes of the live room do not reach a conference that is open.
  const [conference] = await db.select().from(sessionConferences).where(eq(sessionConferences.id, id));
  const sealed = conference?.passwordSealed ?? '';
  return { name, password: sealed === '' ? '' : vault.unseal(sealed) };
}

/** The role with which a member enters: as was decided in the room before, else as the room grants. */
async function roleOf(db: Database, { session, room }: Found, memberId: number): Promise<ClassRole> {
  const [decided] = await db
    .select()
    .from(sessionRoles)
    .where(and(eq(sessionRoles.sessionId, session.id), eq(sessionRoles.memberId, memberId)));
  return decided?.role ?? room.defaultRole;
}

/**
 * Opens the room of a session unless it is open, and grants the member entry.
 *
 * @throws {ApiFailure} when the member may not enter, or the conference server cannot be reached
 */
export async function enterRoom(
  { db, now }: Reader,
  ports: EnteringPorts,
  { sessionId, member }: Entering,
): Promise<SessionEntry> {
  const found = await findSession(db, sessionId);
  const refusal = await refusalOf(db, found, member.id, now);
  if (refusal !== null) throw new ApiFailure(refusal);
  const isHost = found.host.id === member.id;
  const { name, password } = await openConference(db, ports, { found, isHost, now });
  const role = isHost ? 'admin' : await roleOf(db, found, member.id);
  const expiresIn = Math.ceil((closesAt(found.session) - now) / 1_000);
  const { rooms } = ports;
  return {
    user: await rooms.userOf(db, member),
    room: name,
    grant: await rooms.grant(db, member, { name, role, expiresIn }),
    password: isHost ? password : '',
  };
}

/** Sends a member out of the room of a session, unless another ticket admits them. */
export async function revokeEntry(
  db: Database,
  rooms: ClassRooms,
  { sessionId, memberId }: { readonly sessionId: number; readonly memberId: number },
): Promise<void> {
  if (await hasTicket(db, memberId, sessionId)) return;
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, sessionId));
  if (session !== undefined) await rooms.revoke(db, memberId, roomNameOf(session));
}
