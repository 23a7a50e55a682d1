import { eq } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { members, type OrderRow } from '../db/schema/index.js';
import { notify, type Named } from '../messages/index.js';

/** Title of an order in both languages. */
export const nameOf = ({ titleZh: zh, titleEn: en }: Pick<OrderRow, 'titleZh' | 'titleEn'>): Named => ({ zh, en });

/** Name of a buyer, for the seller. */
async function buyerNameOf(db: Database, { buyerId }: Pick<OrderRow, 'buyerId'>): Promise<string> {
  const [buyer] = await db.select({ name: members.name }).from(members).where(eq(members.id, buyerId));
  return buyer?.name ?? '';
}

interface PaidKinds {
  readonly buyer: 'order-paid' | 'pledge-paid';
  readonly seller: 'order-sold' | 'pledge-received';
}

/** Notifies buyer and seller that an order is paid. */
export async function notifyBuyerAndSeller(tx: Tx, order: OrderRow, kinds: PaidKinds, now: number): Promise<void> {
  const { buyerId, itemId, payableCents: amount } = order;
  const params = { what: nameOf(order), amount, id: itemId ?? 0 };
  await notify(tx, { to: buyerId, kind: kinds.buyer, params, now });
  await notifySeller(tx, order, { kind: kinds.seller, amount, now });
}

interface SellerNotice {
  readonly kind: PaidKinds['seller'] | 'refund-asked' | 'sale-refunded';
  /** Cents. */
  readonly amount: number;
  readonly now: number;
}

/** Notifies the seller of an order, when it has one. */
export async function notifySeller(tx: Tx, order: OrderRow, { kind, amount, now }: SellerNotice): Promise<void> {
  const { sellerId, itemId } = order;
  if (sellerId === null) return;
  const params = { what: nameOf(order), amount, name: await buyerNameOf(tx, order), id: itemId ?? 0 };
  await notify(tx, { to: sellerId, kind, params, now });
}
