import {
  FailureReason,
  FieldProblem,
  Identity,
  OrderItemType,
  OrderStatus,
  PLATFORM_FEE_PERCENT,
  REFUND_DAYS,
  WalletBusiness,
} from '@lectern/marketplace-contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { revokeRefunded } from '../certificates/index.js';
import type { Database, Tx } from '../db/database.js';
import {
  certificates,
  courseImages,
  courses,
  crowdfunds,
  enrollments,
  orders,
  type OrderRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { AccountKind, FEES, moneyOf, moving } from '../ledger/index.js';
import {
  nameOf,
  saleOf,
  type Buyer,
  type Offering,
  type Purchasable,
  type Usage,
  type WantedItem,
} from '../purchasables/index.js';
import { endEnrollment, enroll, isEnrolled } from './enrollment.js';
import { notify } from './notice-kinds.js';
import { COURSE_SEATS, stockOf } from './seats.js';
import { isOnSale } from './visible.js';

const DAY_MS = 86_400_000;

/** Kind of the lines of courses and of pledges to them in statements. */
export const COURSE_BUSINESS = { business: WalletBusiness.Course, name: { zh: '課程', en: 'Course' } } as const;

/** A published course. The seller gets the money after the refund period. */
export const COURSE_PURCHASABLE: Purchasable = {
  type: OrderItemType.Course,
  terms: { feePercent: PLATFORM_FEE_PERCENT, isDiscountable: true, isPaidFromWallet: true, hasInvoice: true },
  whoMayBuy: { identities: [Identity.Person], check: checkLearner },

  async quote(db, wanted) {
    const { offering, crowdfund, priceCents, listCents } = await findForSale(db, wanted);
    if (crowdfund !== null && crowdfund.state !== 'published') return { soldAs: OrderItemType.Crowdfund };
    if (priceCents === 0) throw new ApiFailure(FailureReason.NotForSale);
    return { ...offering, itemType: OrderItemType.Course, amountCents: priceCents, listCents };
  },

  reserve: COURSE_SEATS,

  onPaid: {
    async check(tx, { itemId: courseId, buyerId, status }) {
      // The order is paid or cancelled already, which its own status reports.
      if (status !== OrderStatus.Pending || courseId === null) return undefined;
      // Row lock: the mentor cannot delete the course, nor a member join it for free, during the payment.
      const [course] = await tx
        .select({ deletedAt: courses.deletedAt })
        .from(courses)
        .where(eq(courses.id, courseId))
        .for('key share');
      if (course === undefined || course.deletedAt !== null) return FailureReason.NotForSale;
      return (await isEnrolled(tx, buyerId, courseId)) ? FailureReason.AlreadyOwned : undefined;
    },

    book: ({ sellerId, payableCents, feeCents }, source) => ({
      business: 'order',
      postings: moving([
        { account: source, amount: -payableCents },
        { account: moneyOf(sellerId ?? 0, AccountKind.Frozen), amount: payableCents - feeCents },
        { account: FEES, amount: feeCents },
      ]),
    }),
  },

  async fulfil(tx, { buyerId: memberId, itemId: courseId, orderNo }, now) {
    await enroll(tx, { memberId, courseId: courseId ?? 0, source: 'order', orderNo, now });
  },

  payout: { releaseAt: (_db, _order, paidAt) => Promise.resolve(paidAt + REFUND_DAYS * DAY_MS), isImmediate: false },
  refund: { days: REFUND_DAYS, until: ({ releaseAt }) => releaseAt ?? undefined, revoke: revokeCourse },
  view: { hasPage: true, usageOf },
  statement: { ...COURSE_BUSINESS, events: ['order'] },

  couponItems: {
    async titlesOf(db, ids) {
      const { id, titleZh: zh, titleEn: en } = courses;
      const rows = await db
        .select({ id, zh, en })
        .from(courses)
        .where(inArray(id, [...ids]));
      return new Map(rows.map((row) => [row.id, { zh: row.zh, en: row.en }]));
    },
    isOnSale: (id) => sql`EXISTS (SELECT 1 FROM ${courses} WHERE ${courses.id} = ${id} AND ${isOnSale})`,
  },

  notifications: {
    paid: notifyPaid,
    refundRequested: notifyRefundRequested,
    refunded: notifyRefunded,
  },
};

/**
 * Finds a course that is on sale, with its campaign.
 *
 * @throws {ApiFailure} when the course does not exist, or is not on sale
 */
export async function findForSale(db: Database, { id: courseId, quantity }: WantedItem) {
  if (courseId === undefined) throw badField('item.id', FieldProblem.Required);
  if (quantity !== 1) throw badField('item.quantity', FieldProblem.OutOfRange);
  const [found] = await db
    .select({ course: courses, crowdfund: crowdfunds, cover: courseImages.key, isOnSale: sql<boolean>`${isOnSale}` })
    .from(courses)
    .leftJoin(courseImages, and(eq(courseImages.courseId, courses.id), eq(courseImages.sort, 0)))
    .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
    .where(and(eq(courses.id, courseId), eq(courses.status, 'approved'), isNull(courses.deletedAt)));
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  if (!found.isOnSale) throw new ApiFailure(FailureReason.NotForSale);
  const { course, crowdfund, cover } = found;
  const { mentorId: sellerId, titleZh, titleEn, priceCents, originalPriceCents: listCents } = course;
  const offering = {
    ...{ itemId: courseId, sku: '', quantity, sellerId, titleZh, titleEn, cover: cover ?? '' },
    ...{ stockKey: stockOf(courseId), oncePerBuyer: true },
  };
  return { offering, crowdfund, priceCents, listCents };
}

/** Refuses the mentor of a course and its learners. */
export async function checkLearner(db: Database, { id }: Buyer, { sellerId, itemId }: Offering) {
  if (sellerId === id) return FailureReason.NotForSale;
  return (await isEnrolled(db, id, itemId ?? 0)) ? FailureReason.AlreadyOwned : undefined;
}

/** Ends the enrollment, and revokes the certificate. */
export async function revokeCourse(tx: Tx, { buyerId: memberId, itemId: courseId }: OrderRow, now: number) {
  const enrollment = { memberId, courseId: courseId ?? 0, now };
  await endEnrollment(tx, enrollment);
  await revokeRefunded(tx, enrollment);
}

/** Progress and certificates of the buyers, by order id. */
export async function usageOf(db: Database, rows: readonly OrderRow[]): Promise<ReadonlyMap<number, Usage>> {
  if (rows.length === 0) return new Map();
  const isTheirs = and(eq(enrollments.memberId, orders.buyerId), eq(enrollments.courseId, orders.itemId));
  const found = await db
    .select({
      id: orders.id,
      percent: sql<number>`coalesce(${enrollments.percent}, 0)`,
      certificateNo: certificates.no,
    })
    .from(orders)
    .leftJoin(enrollments, isTheirs)
    .leftJoin(
      certificates,
      and(
        eq(certificates.memberId, orders.buyerId),
        eq(certificates.courseId, orders.itemId),
        isNull(certificates.revokedAt),
      ),
    )
    .where(
      inArray(
        orders.id,
        rows.map(({ id }) => id),
      ),
    );
  return new Map(found.map(({ id, ...usage }) => [id, usage]));
}

async function notifyPaid(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const { name, ...params } = await saleOf(tx, order);
  await notify(tx, { to: order.buyerId, kind: 'order-paid', params, now });
  if (order.sellerId !== null) {
    await notify(tx, { to: order.sellerId, kind: 'order-sold', params: { ...params, name }, now });
  }
}

/** Notifies the mentor of a refund request. */
export async function notifyRefundRequested(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const { sellerId: to } = order;
  if (to !== null) await notify(tx, { to, kind: 'refund-asked', params: await saleOf(tx, order), now });
}

/** Notifies the mentor that a refund was granted. */
export async function notifyRefunded(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const { sellerId: to, payableCents, feeCents } = order;
  const params = { what: nameOf(order), amount: payableCents - feeCents, id: order.itemId ?? 0 };
  if (to !== null) await notify(tx, { to, kind: 'sale-refunded', params, now });
}
