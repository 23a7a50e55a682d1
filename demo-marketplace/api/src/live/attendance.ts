import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database, Pool, Tx } from '../db/database.js';
import { attendance, sessionConferences, sessionRoles } from '../db/schema/index.js';
import type { ClassRooms, RoomEvent } from '../rtc/index.js';
import { beginSession } from './sessions.js';

const visit = z.object({ memId: z.string(), memName: z.string() });
const departure = z.object({ ...visit.shape, removedBy: z.optional(z.string()) });
const appointment = z.object({ ...visit.shape, role: z.union([z.literal(1), z.literal(3), z.literal(7)]) });

/** Roles of members by their numbers in events (`docs/webhooks.md`). */
const ROLES = { 1: 'audience', 3: 'talker', 7: 'admin' } as const;

interface AttendancePorts {
  readonly db: Pool;
  readonly rooms: Pick<ClassRooms, 'memberOf'>;
}

const visitOf = ({ conference }: RoomEvent, memId: string) =>
  and(eq(attendance.conferenceId, conference.id), eq(attendance.conferenceMember, memId));

async function onJoined(tx: Tx, { rooms }: AttendancePorts, event: RoomEvent, sessionId: number): Promise<void> {
  const { memId, memName } = visit.parse(event.data);
  const memberId = await rooms.memberOf(tx, memName);
  if (memberId === undefined) return;
  await tx
    .insert(attendance)
    .values({
      ...{ sessionId, memberId, joinedAt: event.createdAt },
      ...{ conferenceId: event.conference.id, conferenceMember: memId },
    })
    .onConflictDoNothing();
  await beginSession(tx, { sessionId, memberId, now: event.createdAt });
}

async function onLeft(tx: Tx, event: RoomEvent): Promise<void> {
  const { memId, removedBy } = departure.parse(event.data);
  await tx
    .update(attendance)
    .set({ leftAt: event.createdAt, wasRemoved: removedBy !== undefined })
    // A former visit of the same member, whose end comes again, does not end the present one.
    .where(and(visitOf(event, memId), isNull(attendance.leftAt), lte(attendance.joinedAt, event.createdAt)));
}

/** A role that was decided in the room holds when the member comes back, whatever the room grants at first. */
async function onRole(tx: Tx, { rooms }: AttendancePorts, event: RoomEvent, sessionId: number): Promise<void> {
  const { memName, role: number } = appointment.parse(event.data);
  const memberId = await rooms.memberOf(tx, memName);
  if (memberId === undefined) return;
  const role = ROLES[number];
  await tx
    .insert(sessionRoles)
    .values({ sessionId, memberId, role })
    .onConflictDoUpdate({ target: [sessionRoles.sessionId, sessionRoles.memberId], set: { role } });
}

async function onEnded(tx: Tx, { conference, createdAt }: RoomEvent): Promise<void> {
  await tx
    .update(attendance)
    // A clock that was set back meanwhile ends no visit before it began.
    .set({ leftAt: sql`greatest(${attendance.joinedAt}, ${createdAt})` })
    .where(and(eq(attendance.conferenceId, conference.id), isNull(attendance.leftAt)));
}

/** Kinds of events that change attendance or roles. */
const KINDS: ReadonlySet<string> = new Set(['member.joined', 'member.left', 'member.role', 'conference.ended']);

/** The session for which a conference was opened; undefined for all other conferences. */
async function sessionOf(db: Database, { conference }: RoomEvent): Promise<number | undefined> {
  const [row] = await db.select().from(sessionConferences).where(eq(sessionConferences.id, conference.id));
  return row?.sessionId;
}

/** Records the attendance of sessions from the events of their rooms. The same event may come again. */
export function attendanceRecorder(ports: AttendancePorts): (event: RoomEvent) => Promise<void> {
  return async (event) => {
    if (!KINDS.has(event.type)) return;
    const sessionId = await sessionOf(ports.db, event);
    if (sessionId === undefined) return;
    await ports.db.transaction(async (tx) => {
      if (event.type === 'member.joined') await onJoined(tx, ports, event, sessionId);
      else if (event.type === 'member.left') await onLeft(tx, event);
      else if (event.type === 'member.role') await onRole(tx, ports, event, sessionId);
      else await onEnded(tx, event);
    });
  };
}
