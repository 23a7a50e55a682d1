import { deleteNote, FailureReason, listNotes, NOTES_MAX, saveNote, type Note } from '@lectern/marketplace-contract';
import { and, asc, count, eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { lessonNotes } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { learnUnit } from './units.js';

const noteOf = ({ id, second, content, updatedAt }: typeof lessonNotes.$inferSelect): Note => ({
  id: String(id),
  second,
  content,
  updated_at: isoOf(updatedAt),
});

/** Actions of learners' private notes at a second of a unit. */
export const noteActions = (): readonly BoundAction[] => [
  onMemberCall(listNotes, async ({ unit_id: unitId }, { db, caller }) => {
    const { unit } = await learnUnit(db, unitId, caller);
    const rows = await db
      .select()
      .from(lessonNotes)
      .where(and(eq(lessonNotes.memberId, caller.member.id), eq(lessonNotes.unitId, unit.id)))
      .orderBy(asc(lessonNotes.second), asc(lessonNotes.id))
      .limit(NOTES_MAX);
    return rows.map(noteOf);
  }),

  onMemberCall(saveNote, async ({ id, unit_id: unitId, second, content }, { db, caller, now }) => {
    const { unit, enrollment } = await learnUnit(db, unitId, caller);
    const mine = and(eq(lessonNotes.memberId, enrollment.memberId), eq(lessonNotes.unitId, unit.id));
    if (id !== undefined) {
      const [changed] = await db
        .update(lessonNotes)
        .set({ second, content, updatedAt: now })
        .where(and(mine, eq(lessonNotes.id, Number(id))))
        .returning();
      if (changed === undefined) throw new ApiFailure(FailureReason.NotFound);
      return noteOf(changed);
    }
    const [{ n } = { n: 0 }] = await db.select({ n: count() }).from(lessonNotes).where(mine);
    if (n >= NOTES_MAX) throw new ApiFailure(FailureReason.TooMany);
    const [written] = await db
      .insert(lessonNotes)
      .values({
        ...{ memberId: enrollment.memberId, unitId: unit.id, second, content },
        ...{ createdAt: now, updatedAt: now },
      })
      .returning();
    if (written === undefined) throw new Error('a note was not written');
    return noteOf(written);
  }),

  onMemberCall(deleteNote, async ({ id }, { db, caller }) => {
    const removed = await db
      .delete(lessonNotes)
      .where(and(eq(lessonNotes.id, Number(id)), eq(lessonNotes.memberId, caller.member.id)))
      .returning({ id: lessonNotes.id });
    if (removed.length === 0) throw new ApiFailure(FailureReason.NotFound);
    return {};
  }),
];
