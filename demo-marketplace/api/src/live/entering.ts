import {
  EntryRefusal,
  FailureReason,
  ROOM_CLOSES_AFTER_MS,
  ROOM_OPENS_BEFORE_MS,
  type SessionEntry,
  type SessionRoom,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, eq, inArray, isNull } from 'drizzle-orm';
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
  tickets,
  ticketTypeSessions,
  type LiveSessionRow,
  type MemberRow,
} from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import type { ClassRooms } from '../rtc/index.js';
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

async function wasRemoved(db: Database, memberId: number, sessionId: number): Promise<boolean> {
  const visits = and(eq(attendance.sessionId, sessionId), eq(attendance.memberId, memberId));
  return (await db.$count(attendance, and(visits, eq(attendance.wasRemoved, true)))) > 0;
}

type Found = Awaited<ReturnType<typeof findSession>>;

/** The reason why the member may not enter the session now; null when they may. */
async function refusalOf(
  db: Database,
  { session, live }: Found,
  memberId: number,
  now: number,
): Promise<EntryRefusal | null> {
  const isHost = live.mentorId === memberId;
  const isOver = session.state === 'ended' || session.state === 'cancelled' || now >= session.endAt;
  if (isOver) return EntryRefusal.SessionOver;
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
    asks_password: room.passwordSealed !== '' && !isHost,
    opens_at: isoOf(opensAt(session)),
    closes_at: isoOf(closesAt(session)),
    server_time: isoOf(now),
  };
}

/**
 * Opens the room of a session unless it is open, and grants the member entry.
 *
 * @throws {ApiFailure} when the member may not enter, or the conference server cannot be reached
 */
export async function enterRoom(
  { db, now }: Reader,
  { vault, rooms }: EnteringPorts,
  { sessionId, member }: Entering,
): Promise<SessionEntry> {
  const found = await findSession(db, sessionId);
  const refusal = await refusalOf(db, found, member.id, now);
  if (refusal !== null) throw new ApiFailure(refusal);
  const { session, room, host } = found;
  const isHost = host.id === member.id;
  const password = room.passwordSealed === '' ? '' : vault.unseal(room.passwordSealed);
  const name = roomNameOf(session);
  const conferenceId = await rooms.open(db, {
    name,
    host,
    closesAt: closesAt(session),
    merge: room.isRecorded,
    isMuted: room.muteAll,
    ...(password !== '' && { password }),
  });
  // Before anybody is granted entry, so that no event of the conference precedes it.
  await db.insert(sessionConferences).values({ id: conferenceId, sessionId }).onConflictDoNothing();
  const role = isHost ? 'admin' : room.defaultRole;
  const expiresIn = Math.ceil((closesAt(session) - now) / 1_000);
  return {
    user: await rooms.userOf(db, member),
    room: name,
    grant: await rooms.grant(db, member, { name, role, expiresIn }),
    password: isHost ? password : '',
  };
}
