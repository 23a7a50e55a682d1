import { FailureReason, type previewCourse, type ResponseOf } from '@lectern/marketplace-contract';
import { eq, TransactionRollbackError } from 'drizzle-orm';
import { infoOf, outlineOf } from '../courses/index.js';
import { courses } from '../db/schema/index.js';
import type { MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Storage } from '../upload/storage.js';
import { COURSE_COLUMNS } from './lifecycle.js';
import { open } from './manage.js';
import { publish } from './publish.js';

type Page = ResponseOf<typeof previewCourse>;

/**
 * Preview of a course page as if the current version were approved: the course is published and read with the real code
 * in a transaction that is rolled back. @throws {ApiFailure} 404
 */
export async function previewOf(call: MemberCall, storage: Storage, id: string): Promise<Page> {
  const { now, language } = call;
  let page: Page | undefined;
  try {
    await call.db.transaction(async (db) => {
      const { course, draft, document } = await open(db, { mentorId: call.caller.member.id, id });
      if (draft !== undefined) await publish(db, course, document, now);
      const [approved] = await db
        .update(courses)
        // Rolled back below, so this is no transition of the course.
        .set({
          status: COURSE_COLUMNS.approved.status,
          isPaused: false,
          ...(draft !== undefined && { updatedAt: now }),
        })
        .where(eq(courses.id, course.id))
        .returning();
      if (approved === undefined) throw new ApiFailure(FailureReason.NotFound);
      const reader = { db, now, language, storage, memberId: 0 };
      const seen = { course: approved, isMine: false, isOwned: false };
      page = { course: await infoOf(reader, seen), outline: await outlineOf(reader, seen) };
      db.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  if (page === undefined) throw new Error('a course was previewed without a page of it');
  return page;
}
