import { OrderItemType } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { courses, members, type OrderRow } from '../db/schema/index.js';
import { notify, type Named } from '../messages/index.js';

type Titled = Pick<OrderRow, 'titleZh' | 'titleEn'>;

/** What was ordered. */
export const nameOf = ({ titleZh: zh, titleEn: en }: Titled): Named => ({ zh, en });

async function buyerName(db: Database, { buyerId }: OrderRow): Promise<string> {
  const [buyer] = await db.select({ name: members.name }).from(members).where(eq(members.id, buyerId));
  return buyer?.name ?? '';
}

/** Tells the buyer and the seller that an order is paid. */
export async function notifyPaid(db: Tx, order: OrderRow, now: number): Promise<void> {
  const { itemType, buyerId, sellerId, courseId, payableCents: amount } = order;
  if (itemType === OrderItemType.Recharge) {
    await notify(db, { to: buyerId, kind: 'recharge-paid', params: { amount }, now });
    return;
  }
  const isPledge = itemType === OrderItemType.Crowdfund;
  const params = { what: nameOf(order), amount, id: courseId ?? 0 };
  await notify(db, { to: buyerId, kind: isPledge ? 'pledge-paid' : 'order-paid', params, now });
  if (sellerId === null) return;
  const name = await buyerName(db, order);
  await notify(db, {
    ...{ to: sellerId, now },
    kind: isPledge ? 'pledge-received' : 'order-sold',
    params: { ...params, name },
  });
}

/** Tells the seller that a buyer wants the money back. */
export async function notifyRefundRequested(db: Tx, order: OrderRow, now: number): Promise<void> {
  const { sellerId, courseId, payableCents: amount } = order;
  if (sellerId === null) return;
  const params = { what: nameOf(order), amount, name: await buyerName(db, order), id: courseId ?? 0 };
  await notify(db, { to: sellerId, kind: 'refund-asked', params, now });
}

/** Tells the mentor and the backers how a campaign ended. */
export async function notifyCampaignSettled(
  db: Tx,
  {
    courseId,
    isReached,
    pledges,
    now,
  }: {
    readonly courseId: number;
    readonly isReached: boolean;
    readonly pledges: readonly OrderRow[];
    readonly now: number;
  },
): Promise<void> {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
  if (course === undefined) return;
  const params = { what: nameOf(course), id: courseId };
  await notify(db, {
    ...{ to: course.mentorId, params, now },
    kind: isReached ? 'crowdfund-reached' : 'crowdfund-short',
  });
  if (isReached) {
    await notify(db, { to: pledges.map(({ buyerId }) => buyerId), kind: 'pledge-succeeded', params, now });
    return;
  }
  for (const { buyerId, payableCents: amount } of pledges) {
    await notify(db, { to: buyerId, kind: 'pledge-returned', params: { ...params, amount }, now });
  }
}
