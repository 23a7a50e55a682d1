import {
  FailureReason,
  OrderItemType,
  OrderStatus,
  PLATFORM_FEE_PERCENT,
  REFUND_DAYS,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { revokeRefunded } from '../../certificates/index.js';
import { endEnrollment, enroll, isEnrolled } from '../../courses/index.js';
import type { Tx } from '../../db/database.js';
import { courses, type OrderRow } from '../../db/schema/index.js';
import { AccountKind, FEES, moneyOf, moving } from '../../ledger/index.js';
import { notifyBuyerAndSeller } from './notices.js';
import type { Purchasable } from './purchasable.js';

const DAY_MS = 86_400_000;

/** A published course. The seller gets the money after the refund period. */
export const COURSE_PURCHASABLE: Purchasable = {
  type: OrderItemType.Course,
  terms: { feePercent: PLATFORM_FEE_PERCENT, isDiscountable: true, isPaidFromWallet: true, hasInvoice: true },
  payout: { releaseAt: (paidAt) => paidAt + REFUND_DAYS * DAY_MS, isImmediate: false },
  refund: { days: REFUND_DAYS, until: ({ releaseAt }) => releaseAt ?? undefined, revoke: revokeCourse },

  async checkPayable(tx, { itemId: courseId, buyerId, status }) {
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

  async fulfil(tx, { buyerId: memberId, itemId: courseId, orderNo }, now) {
    await enroll(tx, { memberId, courseId: courseId ?? 0, source: 'order', orderNo, now });
  },

  notifyPaid: (tx, order, now) => notifyBuyerAndSeller(tx, order, { buyer: 'order-paid', seller: 'order-sold' }, now),
};

/** Ends the enrollment, and revokes the certificate. */
export async function revokeCourse(
  tx: Tx,
  { buyerId: memberId, itemId: courseId }: OrderRow,
  now: number,
): Promise<void> {
  const enrollment = { memberId, courseId: courseId ?? 0, now };
  await endEnrollment(tx, enrollment);
  await revokeRefunded(tx, enrollment);
}
