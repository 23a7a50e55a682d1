import {
  addComplaint,
  addFeedback,
  describeTarget,
  FailureReason,
  FeedbackType,
  FieldProblem,
  listFeedback,
  UploadType,
  type ReportTarget,
} from '@lectern/marketplace-contract';
import { count, desc, eq } from 'drizzle-orm';
import { isDuplicate } from '@lectern/kit/postgres';
import { feedback } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type Call, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { Throttle } from '../security/index.js';
import type { Storage } from '../upload/index.js';
import type { PrivateImages } from '../upload/private-images.js';
import { feedbackRows, titlesOf } from './rows.js';

export interface FeedbackPorts {
  readonly storage: Storage;
  readonly throttle: Throttle;
  readonly images: PrivateImages;
}

const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 20;

/** Title of the target. @throws {ApiFailure} when it does not exist */
async function titleOf({ db, language }: Call, type: ReportTarget, id: string): Promise<string> {
  const [title] = (
    await titlesOf(db, [{ targetType: type, targetId: Number(id) }], { language, isPublicOnly: true })
  ).values();
  if (title === undefined) throw new ApiFailure(FailureReason.NotFound);
  return title;
}

/** Actions of feedback and complaints: `/api/Feedback/*`. */
export function feedbackActions({ storage, throttle, images }: FeedbackPorts): readonly BoundAction[] {
  type New = Omit<typeof feedback.$inferInsert, 'memberId' | 'createdAt' | 'imageKey'>;

  async function add(call: MemberCall, image: string | undefined, written: New): Promise<{ id: string }> {
    const memberId = call.caller.member.id;
    const imageKey = image ?? '';
    const isOwn = imageKey === '' || (await storage.has(call.db, imageKey, memberId, UploadType.Complaint));
    if (!isOwn) throw badField('image', FieldProblem.Unknown);
    await throttle.take([{ key: `feedback ${memberId}`, max: MAX_PER_HOUR, windowMs: HOUR_MS }], call.now, call.db);
    try {
      const [added] = await call.db
        .insert(feedback)
        .values({ ...written, memberId, imageKey, createdAt: call.now })
        .returning({ id: feedback.id });
      if (added === undefined) throw new Error('feedback was not written');
      return { id: String(added.id) };
    } catch (error) {
      if (isDuplicate(error)) throw new ApiFailure(FailureReason.AlreadyReported);
      throw error;
    }
  }

  return [
    onMemberCall(addFeedback, async ({ image, ...written }, call) => {
      const added = await add(call, image, written);
      call.say('feedbackSent');
      return added;
    }),

    onMemberCall(addComplaint, async ({ image, target_type: targetType, target_id: targetId, ...written }, call) => {
      await titleOf(call, targetType, targetId);
      const target = { targetType, targetId: Number(targetId) };
      const added = await add(call, image, { type: FeedbackType.Complaint, ...target, ...written });
      call.say('reported');
      return added;
    }),

    onMemberCall(listFeedback, async ({ page, limit }, { db, caller, language }) => {
      const mine = eq(feedback.memberId, caller.member.id);
      const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(feedback).where(mine);
      const records = await db
        .select()
        .from(feedback)
        .where(mine)
        .orderBy(desc(feedback.id))
        .limit(limit)
        .offset((page - 1) * limit);
      return { list: await feedbackRows(db, images, records, language), total, page, limit };
    }),

    onMemberCall(describeTarget, async ({ target_type: type, target_id: id }, call) => ({
      type,
      id,
      title: await titleOf(call, type, id),
    })),
  ];
}
