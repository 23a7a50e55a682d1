import { eq } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.js';
import { members, type OrderRow } from '../../db/schema/index.js';
import type { Named } from '../../messages/index.js';
import { notify } from '../notice-kinds.js';

/** Title of an order in both languages. */
export const nameOf = ({ titleZh: zh, titleEn: en }: Pick<OrderRow, 'titleZh' | 'titleEn'>): Named => ({ zh, en });

/** Name of a buyer, for the seller. */
export async function buyerNameOf(db: Database, { buyerId }: Pick<OrderRow, 'buyerId'>): Promise<string> {
  const [buyer] = await db.select({ name: members.name }).from(members).where(eq(members.id, buyerId));
  return buyer?.name ?? '';
}

interface PaidKinds {
  readonly buyer: 'order-paid' | 'pledge-paid';
  readonly seller: 'order-sold' | 'pledge-received';
}

/** Notifies buyer and seller that an order is paid. */
export async function notifyBuyerAndSeller(tx: Tx, order: OrderRow, kinds: PaidKinds, now: number): Promise<void> {
  const { buyerId, sellerId, itemId, payableCents: amount } = order;
  const params = { what: nameOf(order), amount, id: itemId ?? 0 };
  await notify(tx, { to: buyerId, kind: kinds.buyer, params, now });
  if (sellerId === null) return;
  const name = await buyerNameOf(tx, order);
  await notify(tx, { to: sellerId, kind: kinds.seller, params: { ...params, name }, now });
}
