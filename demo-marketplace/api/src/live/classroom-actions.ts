import { enterSession, FailureReason, getSession, listRemoved, readmitMember } from '@lectern/marketplace-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { briefsOf } from '../courses/cards.js';
import { readerOf } from '../courses/reader.js';
import type { Database } from '../db/database.js';
import { attendance, lives, liveSessions } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Storage } from '../upload/index.js';
import { enterRoom, roomOf, type EnteringPorts } from './entering.js';

/** @throws {ApiFailure} not-found, also for sessions of other mentors */
async function requireOwnSession(db: Database, sessionId: number, mentorId: number): Promise<void> {
  const [found] = await db
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .innerJoin(lives, eq(lives.id, liveSessions.liveId))
    .where(and(eq(liveSessions.id, sessionId), eq(lives.mentorId, mentorId), isNull(lives.deletedAt)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
}

const removedFrom = (sessionId: number) => and(eq(attendance.sessionId, sessionId), eq(attendance.wasRemoved, true));

/** Actions of the rooms of sessions. */
export function classroomActions(storage: Storage, entering: EnteringPorts): readonly BoundAction[] {
  return [
    onMemberCall(getSession, ({ session_id }, call) =>
      roomOf(readerOf(call, storage), { sessionId: Number(session_id), member: call.caller.member }),
    ),

    onMemberCall(enterSession, ({ session_id }, call) =>
      enterRoom(readerOf(call, storage), entering, { sessionId: Number(session_id), member: call.caller.member }),
    ),

    onMemberCall(listRemoved, async ({ session_id }, { db, caller }) => {
      const sessionId = Number(session_id);
      await requireOwnSession(db, sessionId, caller.member.id);
      const removed = await db
        .selectDistinct({ memberId: attendance.memberId })
        .from(attendance)
        .where(removedFrom(sessionId));
      const briefs = await briefsOf(
        db,
        storage,
        removed.map(({ memberId }) => memberId),
      );
      return { list: [...briefs.values()] };
    }),

    onMemberCall(readmitMember, async ({ session_id, member_id }, { db, caller }) => {
      const sessionId = Number(session_id);
      await requireOwnSession(db, sessionId, caller.member.id);
      const readmitted = await db
        .update(attendance)
        .set({ wasRemoved: false })
        .where(and(removedFrom(sessionId), eq(attendance.memberId, Number(member_id))))
        .returning({ memberId: attendance.memberId });
      if (readmitted.length === 0) throw new ApiFailure(FailureReason.NotFound);
      return {};
    }),
  ];
}
