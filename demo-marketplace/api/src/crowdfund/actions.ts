import {
  addCampaignUpdate,
  cancelCrowdfund,
  FailureReason,
  FieldProblem,
  getCrowdfund,
  listBackers,
  listCampaignUpdates,
  OrderItemType,
  OrderStatus,
  showBacker,
  UploadType,
  type CampaignUpdate,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { briefsOf, crowdfundOf, NOBODY } from '../courses/cards.js';
import { findVisibleCourse } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { crowdfunds, crowdfundUpdates, members, orders } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { notify } from './notice-kinds.js';
import { Throttle } from '../security/index.js';
import type { Storage } from '../upload/index.js';
import { cancelCampaign } from './pledges.js';

const HOUR_MS = 3_600_000;
/** Rate limit of updates, since each sends a mail to every backer. */
const NEWS_PER_HOUR = 10;

/** Condition for active pledges. */
const pledged = (courseId: number): SQL | undefined =>
  and(
    eq(orders.itemId, courseId),
    eq(orders.itemType, OrderItemType.Crowdfund),
    inArray(orders.status, [OrderStatus.Paid, OrderStatus.Settled]),
  );

/** @throws {ApiFailure} when the course is not visible to the caller, or has no campaign */
async function campaignOf({ db, caller }: Call, courseId: string) {
  const seen = await findVisibleCourse(db, Number(courseId), caller?.member.id ?? 0);
  const [campaign] = await db.select().from(crowdfunds).where(eq(crowdfunds.courseId, seen.course.id));
  if (campaign === undefined || campaign.state === 'draft') throw new ApiFailure(FailureReason.NotFound);
  return { ...seen, campaign };
}

async function countOf(db: Database, table: typeof orders | typeof crowdfundUpdates, where: SQL | undefined) {
  const [counted] = await db.select({ n: count() }).from(table).where(where);
  return counted?.n ?? 0;
}

/** Actions of campaigns: `/api/Crowdfund/*`. */
export function campaignActions(storage: Storage): readonly BoundAction[] {
  const updateOf = (row: typeof crowdfundUpdates.$inferSelect): CampaignUpdate => ({
    id: String(row.id),
    content: row.content,
    images: row.images.map((key) => storage.urlOf(key)),
    at: isoOf(row.createdAt),
  });

  return [
    onCall(getCrowdfund, async ({ course_id }, call) => {
      const { course, campaign, isMine } = await campaignOf(call, course_id);
      const [mine] = await call.db
        .select({ isNamed: orders.isNamed })
        .from(orders)
        .where(and(pledged(course.id), eq(orders.buyerId, call.caller?.member.id ?? 0)));
      return {
        ...crowdfundOf(campaign, course, call.now),
        cancel_reason: campaign.cancelReason,
        mine: isMine,
        named: mine?.isNamed ?? null,
      };
    }),

    onCall(listCampaignUpdates, async ({ course_id, page, limit }, call) => {
      const { course } = await campaignOf(call, course_id);
      const where = eq(crowdfundUpdates.courseId, course.id);
      const rows = await call.db
        .select()
        .from(crowdfundUpdates)
        .where(where)
        .orderBy(desc(crowdfundUpdates.id))
        .limit(limit)
        .offset((page - 1) * limit);
      return { list: rows.map(updateOf), total: await countOf(call.db, crowdfundUpdates, where), page, limit };
    }),

    onCall(listBackers, async ({ course_id, page, limit }, call) => {
      const { db } = call;
      const { course } = await campaignOf(call, course_id);
      const all = await countOf(db, orders, pledged(course.id));
      const where = and(pledged(course.id), eq(orders.isNamed, true), isNotNull(orders.paidAt));
      const total = await countOf(db, orders, where);
      const rows = await db
        .select({ memberId: orders.buyerId, paidAt: orders.paidAt })
        .from(orders)
        .innerJoin(members, eq(members.id, orders.buyerId))
        .where(where)
        .orderBy(desc(orders.paidAt), desc(orders.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const people = await briefsOf(
        db,
        storage,
        rows.map(({ memberId }) => memberId),
      );
      const list = rows.map(({ memberId, paidAt }) => ({
        member: people.get(memberId) ?? NOBODY,
        at: isoOf(paidAt ?? 0),
      }));
      return { list, total, page, limit, anonymous: all - total };
    }),

    onMemberCall(showBacker, async ({ course_id, on }, { db, caller }) => {
      const changed = await db
        .update(orders)
        .set({ isNamed: on })
        .where(and(pledged(Number(course_id)), eq(orders.buyerId, caller.member.id)))
        .returning({ id: orders.id });
      if (changed.length === 0) throw new ApiFailure(FailureReason.NotFound);
      return { named: on };
    }),

    onMemberCall(addCampaignUpdate, async ({ course_id, content, images = [] }, call) => {
      const { db, now, caller } = call;
      const { course, campaign, isMine } = await campaignOf(call, course_id);
      if (!isMine) throw new ApiFailure(FailureReason.NotFound);
      if (campaign.state === 'failed' || campaign.state === 'cancelled') {
        throw new ApiFailure(FailureReason.StateChanged);
      }
      for (const [index, key] of images.entries()) {
        const isGood = await storage.has(db, key, caller.member.id, UploadType.Image);
        if (!isGood) throw badField(`images.${index}`, FieldProblem.Unknown);
      }
      const made = await db.transaction(async (inner) => {
        const rule = { key: `campaign-news ${course.id}`, max: NEWS_PER_HOUR, windowMs: HOUR_MS };
        await new Throttle(inner).take([rule], now);
        const [row] = await inner
          .insert(crowdfundUpdates)
          .values({ courseId: course.id, content, images, createdAt: now })
          .returning();
        if (row === undefined) throw new Error('an update was not written');
        const backers = await inner.select({ id: orders.buyerId }).from(orders).where(pledged(course.id));
        await notify(inner, {
          to: backers.map(({ id }) => id),
          kind: 'campaign-news',
          params: { what: { zh: course.titleZh, en: course.titleEn }, reason: content, id: course.id },
          now,
        });
        return row;
      });
      call.say('updatePublished');
      return updateOf(made);
    }),

    onMemberCall(cancelCrowdfund, async ({ course_id, reason }, call) => {
      const mentorId = call.caller.member.id;
      const refunded = await cancelCampaign(call.db, { courseId: Number(course_id), mentorId, reason, now: call.now });
      call.say('campaignCancelled');
      return { refunded: refunded.length };
    }),
  ];
}
