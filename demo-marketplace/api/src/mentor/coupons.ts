import {
  FailureReason,
  FieldProblem,
  listMentorCoupons,
  OrderItemType,
  saveMentorCoupon,
  stopMentorCoupon,
  type MentorCoupon,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { isDuplicate } from '@lectern/kit/postgres';
import { isForItem } from '../coupons/index.js';
import type { Database } from '../db/database.js';
import { couponMembers, coupons, courses, type CouponRow } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';

const used = sql<number>`(
  SELECT count(*)::int FROM ${couponMembers}
  WHERE ${and(eq(couponMembers.couponId, coupons.id), eq(couponMembers.state, 'used'))}
)`;

function stateOf({ stoppedAt, startsAt, endsAt }: CouponRow, now: number): MentorCoupon['state'] {
  if (stoppedAt !== null) return 'stopped';
  if (endsAt <= now) return 'ended';
  return startsAt > now ? 'coming' : 'running';
}

const viewOf = (coupon: CouponRow, usedN: number, now: number): MentorCoupon => ({
  id: String(coupon.id),
  title_zh: coupon.titleZh,
  title_en: coupon.titleEn,
  kind: coupon.kind,
  value: coupon.value,
  min_cents: coupon.minCents,
  total: coupon.total,
  claimed: coupon.claimed,
  used: usedN,
  code: coupon.code ?? '',
  starts_at: isoOf(coupon.startsAt),
  ends_at: isoOf(coupon.endsAt),
  state: stateOf(coupon, now),
});

/** @throws {ApiFailure} when the course is not the caller's */
async function mustOwn({ db, caller }: MemberCall, courseId: number): Promise<void> {
  const found = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), eq(courses.mentorId, caller.member.id), isNull(courses.deletedAt)));
  if (found.length === 0) throw new ApiFailure(FailureReason.NotFound);
}

/** True when the caller has issued this coupon, whatever its state. */
const exists = async (db: Database, issuerId: number, id: number): Promise<boolean> =>
  (await db.$count(coupons, and(eq(coupons.id, id), eq(coupons.issuerId, issuerId)))) > 0;

const isForCourse = (id: number): SQL | undefined => isForItem(OrderItemType.Course, id);

type Written = Pick<
  typeof coupons.$inferInsert,
  'titleZh' | 'titleEn' | 'kind' | 'value' | 'minCents' | 'total' | 'code' | 'startsAt' | 'endsAt'
>;

/** Creates a coupon, or changes one that nobody has claimed. @throws {ApiFailure} when another coupon has the code */
async function write({ db, caller, now }: MemberCall, id: string | undefined, courseId: number, row: Written) {
  const issuerId = caller.member.id;
  try {
    if (id === undefined)
      return await db
        .insert(coupons)
        .values({ ...row, itemType: OrderItemType.Course, itemId: courseId, issuerId, createdAt: now })
        .returning();
    const one = and(eq(coupons.id, Number(id)), eq(coupons.issuerId, issuerId), isForCourse(courseId));
    return await db
      .update(coupons)
      .set(row)
      .where(and(one, eq(coupons.claimed, 0), isNull(coupons.stoppedAt)))
      .returning();
  } catch (error) {
    if (isDuplicate(error)) throw badField('code', FieldProblem.Taken);
    throw error;
  }
}

/** Actions of mentors' coupons: `/api/CourseManage/coupon_*`. */
export const mentorCouponActions = (): readonly BoundAction[] => [
  onMemberCall(listMentorCoupons, async ({ course_id, page, limit }, call) => {
    await mustOwn(call, Number(course_id));
    const { db, caller, now } = call;
    const where = and(isForCourse(Number(course_id)), eq(coupons.issuerId, caller.member.id));
    const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(coupons).where(where);
    const rows = await db
      .select({ coupon: coupons, used })
      .from(coupons)
      .where(where)
      .orderBy(desc(coupons.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return { list: rows.map((row) => viewOf(row.coupon, row.used, now)), total, page, limit };
  }),

  onMemberCall(saveMentorCoupon, async (form, call) => {
    const courseId = Number(form.course_id);
    await mustOwn(call, courseId);
    const endsAt = Date.parse(form.ends_at);
    if (endsAt <= call.now) throw badField('ends_at', FieldProblem.OutOfRange);
    const [saved] = await write(call, form.id, courseId, {
      ...{ titleZh: form.title_zh, titleEn: form.title_en, kind: form.kind, value: form.value },
      ...{ minCents: form.min_cents, total: form.total, code: form.code === '' ? null : form.code },
      ...{ startsAt: Date.parse(form.starts_at), endsAt },
    });
    if (saved === undefined) {
      const isThere = await exists(call.db, call.caller.member.id, Number(form.id));
      throw new ApiFailure(isThere ? FailureReason.StateChanged : FailureReason.NotFound);
    }
    call.say('saved');
    return viewOf(saved, 0, call.now);
  }),

  onMemberCall(stopMentorCoupon, async ({ id }, call) => {
    const { db, caller, now } = call;
    const one = and(eq(coupons.id, Number(id)), eq(coupons.issuerId, caller.member.id));
    const stopped = await db
      .update(coupons)
      .set({ stoppedAt: now })
      .where(and(one, isNull(coupons.stoppedAt)))
      .returning({ id: coupons.id });
    if (stopped.length === 0) {
      const isThere = await exists(db, caller.member.id, Number(id));
      throw new ApiFailure(isThere ? FailureReason.StateChanged : FailureReason.NotFound);
    }
    call.say('couponStopped');
    return {};
  }),
];
