import { deleteRoom, FailureReason, listRooms, ROOMS_MAX, saveRoom } from '@lectern/marketplace-contract';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { liveDrafts, liveRooms, lives, members } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Vault } from '../security/index.js';

/** Number of classes and activities that use a room, also in their drafts. */
const usesOfRoom =
  sql<number>`(SELECT count(*) FROM ${lives} LEFT JOIN ${liveDrafts} ON ${liveDrafts.liveId} = ${lives.id}
  WHERE ${and(
    isNull(lives.deletedAt),
    or(eq(lives.roomId, liveRooms.id), sql`${liveDrafts.document} ->> 'room_id' = ${liveRooms.id}::text`),
  )})`.mapWith(Number);

const ownRoom = (id: string, { caller }: MemberCall) =>
  and(eq(liveRooms.id, Number(id)), eq(liveRooms.ownerId, caller.member.id));

async function insertRoom(db: Tx, row: typeof liveRooms.$inferInsert): Promise<number> {
  // Row lock: concurrent calls of one mentor are serialised, so that the limit holds.
  await db.select({ id: members.id }).from(members).where(eq(members.id, row.ownerId)).for('no key update');
  if ((await db.$count(liveRooms, eq(liveRooms.ownerId, row.ownerId))) >= ROOMS_MAX) {
    throw new ApiFailure(FailureReason.RoomLimit);
  }
  const [made] = await db.insert(liveRooms).values(row).returning({ id: liveRooms.id });
  if (made === undefined) throw new Error('a live room was not written');
  return made.id;
}

/** Actions of live rooms: `/api/LiveManage/room_*`. */
export function roomActions(vault: Vault): readonly BoundAction[] {
  return [
    onMemberCall(listRooms, async (_request, { db, caller }) => {
      const rows = await db
        .select({ room: liveRooms, uses: usesOfRoom })
        .from(liveRooms)
        .where(eq(liveRooms.ownerId, caller.member.id))
        .orderBy(asc(liveRooms.id));
      const list = rows.map(({ room, uses }) => ({
        id: String(room.id),
        name: room.name,
        password: room.passwordSealed === '' ? null : vault.unseal(room.passwordSealed),
        default_role: room.defaultRole,
        mute_all: room.muteAll,
        waiting: room.isWaiting,
        record: room.isRecorded,
        lives: uses,
      }));
      return { list };
    }),

    onMemberCall(saveRoom, ({ id, name, password, default_role, mute_all, waiting, record }, call) =>
      call.db.transaction(async (db) => {
        const values = {
          name,
          passwordSealed: password === null ? '' : vault.seal(password),
          defaultRole: default_role,
          muteAll: mute_all,
          isWaiting: waiting,
          isRecorded: record,
          updatedAt: call.now,
        };
        call.say('saved');
        if (id === undefined) {
          const made = await insertRoom(db, { ...values, ownerId: call.caller.member.id, createdAt: call.now });
          return { id: String(made) };
        }
        const changed = await db.update(liveRooms).set(values).where(ownRoom(id, call)).returning({ id: liveRooms.id });
        if (changed.length === 0) throw new ApiFailure(FailureReason.NotFound);
        return { id };
      }),
    ),

    onMemberCall(deleteRoom, ({ id }, call) =>
      call.db.transaction(async (db) => {
        const [room] = await db
          .select({ uses: usesOfRoom })
          .from(liveRooms)
          .where(ownRoom(id, call))
          .for('update', { of: liveRooms });
        if (room === undefined) throw new ApiFailure(FailureReason.NotFound);
        if (room.uses > 0) throw new ApiFailure(FailureReason.RoomInUse);
        // A removed class keeps no room.
        await db
          .update(lives)
          .set({ roomId: null })
          .where(eq(lives.roomId, Number(id)));
        await db.delete(liveRooms).where(ownRoom(id, call));
        return {};
      }),
    ),
  ];
}
