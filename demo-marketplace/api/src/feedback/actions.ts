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
  type ShownTarget,
} from '@lectern/marketplace-contract';
import { count, desc, eq } from 'drizzle-orm';
import { isDuplicate } from '@lectern/kit/postgres';
import { feedback } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { Throttle } from '../security/index.js';
import { findTarget, type TargetTypes } from '../targets/index.js';
import type { Storage } from '../upload/index.js';
import type { PrivateImages } from '../upload/private-images.js';
import { feedbackRows, titleIn } from './rows.js';

export interface FeedbackPorts {
  readonly storage: Storage;
  readonly throttle: Throttle;
  readonly images: PrivateImages;
  readonly targets: TargetTypes;
}

const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 20;

/** Actions of feedback and complaints: `/api/Feedback/*`. */
export function feedbackActions({ storage, throttle, images, targets }: FeedbackPorts): readonly BoundAction[] {
  /** Target as its reporter sees it. @throws {ApiFailure} when it does not exist, or the caller may not see it */
  async function targetOf({ db, language, caller }: MemberCall, type: ReportTarget, id: string): Promise<ShownTarget> {
    const ref = { targetType: type, targetId: Number(id) };
    const facts = await findTarget(db, targets, ref, caller.member.id);
    if (facts === undefined) throw new ApiFailure(FailureReason.NotFound);
    return { type, id, title: titleIn(language, facts), link: facts.path };
  }

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
      await targetOf(call, targetType, targetId);
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
      return { list: await feedbackRows(db, { images, targets }, records, language), total, page, limit };
    }),

    onMemberCall(describeTarget, ({ target_type: type, target_id: id }, call) => targetOf(call, type, id)),
  ];
}
