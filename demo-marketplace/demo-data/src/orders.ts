import {
  OrderItemType,
  OrderStatus,
  PAYMENT_WINDOW_MS,
  PLATFORM_FEE_PERCENT,
  REFUND_DAYS,
  feeOf,
} from '@lectern/marketplace-contract';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import {
  AccountKind,
  courseImages,
  courses,
  enrollments,
  FEES,
  moneyOf,
  orders,
  OUTSIDE,
  settleLater,
  stockOf,
  transfer,
  type LedgerTransaction,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import { postAll } from './books.js';
import type { DemoPeople } from './members.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PART = 300;
const NUMBER_DIGITS = 10;
/** Multiplier that spreads consecutive numbers injectively. */
const SPREAD = 7_368_787;

type Sale = typeof orders.$inferInsert & {
  readonly sellerId: number;
  readonly feeCents: number;
  readonly paidAt: number;
  readonly releaseAt: number;
};

const numberOf = (at: number, id: number): string =>
  new Date(at).toISOString().slice(0, 10).replaceAll('-', '') +
  String((id * SPREAD) % 10 ** NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0');

/** Seeds an order with its ledger transactions for each seat in the courses of the demo's mentor. */
export async function seedOrders(db: Tx, { learner, mentors: [sellerId = 0] }: DemoPeople, now: number): Promise<void> {
  const isBought = and(eq(enrollments.source, 'order'), isNull(enrollments.orderNo));
  const seats = await db
    .select({ seat: enrollments, course: courses, cover: courseImages.key })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .leftJoin(courseImages, and(eq(courseImages.courseId, courses.id), eq(courseImages.sort, 0)))
    .where(and(eq(courses.mentorId, sellerId), gt(courses.priceCents, 0), isBought))
    .orderBy(asc(enrollments.createdAt), asc(enrollments.id));
  const sales = seats
    // The demo's learner has orders of their own.
    .filter(({ seat }) => seat.memberId !== learner)
    .map(({ seat, cover, course: { id: courseId, titleZh, titleEn, priceCents } }): Sale => {
      const { createdAt: paidAt } = seat;
      const releaseAt = paidAt + REFUND_DAYS * DAY_MS;
      const isSettled = releaseAt <= now;
      return {
        ...{ orderNo: numberOf(paidAt, seat.id), buyerId: seat.memberId, sellerId, titleZh, titleEn },
        ...{
          itemType: OrderItemType.Course,
          itemId: courseId,
          amountCents: priceCents,
          payableCents: priceCents,
          channel: 'mock',
        },
        ...{ cover: cover ?? '', stockKey: stockOf(courseId), oncePerBuyer: true },
        feeCents: feeOf(priceCents, PLATFORM_FEE_PERCENT),
        ...{ createdAt: paidAt - 3 * MINUTE_MS, expiresAt: paidAt - 3 * MINUTE_MS + PAYMENT_WINDOW_MS },
        ...{ paidAt, releaseAt, status: isSettled ? OrderStatus.Settled : OrderStatus.Paid },
        closedAt: isSettled ? releaseAt : null,
      };
    });
  for (let from = 0; from < sales.length; from += PART) {
    await db.insert(orders).values(sales.slice(from, from + PART));
  }
  const booked = sales.flatMap((sale) => [soldOf(sale), ...releasedOf(sale)]);
  await postAll(
    db,
    booked.toSorted((one, other) => one.at - other.at),
  );
  await db.execute(sql`
    UPDATE enrollment SET order_no = o.order_no FROM orders o
    WHERE o.buyer_id = enrollment.member_id AND o.item_type = 'course' AND o.item_id = enrollment.course_id AND o.paid_at = enrollment.created_at
      AND o.seller_id = ${sellerId} AND enrollment.source = 'order' AND enrollment.order_no IS NULL`);
  for (const { orderNo, releaseAt, status } of sales) {
    if (status === OrderStatus.Paid) await settleLater(db, orderNo, releaseAt);
  }
}

const soldOf = ({ orderNo, sellerId, payableCents, feeCents, paidAt }: Sale): LedgerTransaction => ({
  ...{ business: 'order', businessId: orderNo, memo: '', at: paidAt },
  postings: [
    { account: OUTSIDE, amount: -payableCents },
    { account: moneyOf(sellerId, AccountKind.Frozen), amount: payableCents - feeCents },
    { account: FEES, amount: feeCents },
  ],
});

function releasedOf({ orderNo, sellerId, payableCents, feeCents, releaseAt, status }: Sale): LedgerTransaction[] {
  if (status !== OrderStatus.Settled) return [];
  const held = (kind: AccountKind) => moneyOf(sellerId, kind);
  const postings = transfer(held(AccountKind.Frozen), held(AccountKind.Earnings), payableCents - feeCents);
  return [{ business: 'release', businessId: orderNo, memo: '', at: releaseAt, postings }];
}
